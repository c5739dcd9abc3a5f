import VVSI

/// What the intent tells the view.
enum CounterState: ModelState {
  case valueChanged(Int)
  case minimum
  case maximum
}
