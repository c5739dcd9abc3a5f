// As much of SwiftUI as published views use, so that they can be type-checked where it does not exist.
import VVSI

@MainActor
protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  var body: Never { return fatalError() }
}

protocol Leaf: View where Body == Never {}

extension Leaf {
  var body: Never { return fatalError() }
}

@resultBuilder
enum ViewBuilder {
  @MainActor static func buildBlock<each Content: View>(_ content: repeat each Content) -> Group {
    Group()
  }
}

struct Group: Leaf {}

struct Text: Leaf {
  init(_ text: String) {}
}

struct HStack: Leaf {
  init(@ViewBuilder content: () -> some View) {}
}

struct Button: Leaf {
  init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> some View) {}
}

struct ForEach: Leaf {
  init<Items: RandomAccessCollection, ID: Hashable>(
    _ items: Items, id: KeyPath<Items.Element, ID>,
    @ViewBuilder content: (Items.Element) -> some View
  ) {}
}

struct Alert {
  struct Button {
    static func `default`(_ label: Text) -> Button { Button() }
  }

  init(title: Text, message: Text?, dismissButton: Button?) {}
}

@propertyWrapper
struct State<Value> {
  private let initial: Value

  var wrappedValue: Value {
    get { initial }
    nonmutating set {}
  }

  var projectedValue: Binding<Value> { Binding() }

  init(wrappedValue: Value) {
    initial = wrappedValue
  }
}

struct Binding<Value> {}

@MainActor
@propertyWrapper
struct StateObject<Object: AnyObject> {
  let wrappedValue: Object

  init(wrappedValue: @autoclosure @escaping () -> Object) {
    self.wrappedValue = wrappedValue()
  }
}

extension View {
  func alert<Item: Identifiable>(
    item: Binding<Item?>, content: (Item) -> Alert
  ) -> some View {
    Group()
  }

  func onReceive<P: Publisher>(
    _ publisher: P, perform: @escaping @MainActor (P.Output) -> Void
  ) -> some View where P.Failure == Never {
    Group()
  }
}
