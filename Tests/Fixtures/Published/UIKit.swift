// As much of UIKit as published controllers use, and what they take from a storyboard.
import VVSI

final class UILabel {
  var text: String?
}

final class UIAlertController {
  enum Style { case alert }

  init(title: String?, message: String?, preferredStyle: Style) {}

  func addAction(_ action: UIAlertAction) {}
}

final class UIAlertAction {
  enum Style { case cancel }

  init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)?) {}
}

extension IntentViewController {
  func present(_ controller: UIAlertController, animated: Bool) {}
}

nonisolated(unsafe) var outlets: (value: Int, label: UILabel) = (0, UILabel())

extension ViewController {
  var upBtn: Button { Button() }
  var downBtn: Button { Button() }
  var counterLb: UILabel { outlets.label }

  var currentValue: Int {
    get { outlets.value }
    set { outlets.value = newValue }
  }
}
