import VVSIHost
import VVSIJSON

/// What a manifest says of a library of C, its types resolved.
struct ForeignManifest: @unchecked Sendable {
  // Everything in it is only read once it is made.

  /// The library's names, the first that loads is taken; empty for the library that the manifest's folder builds.
  var libraries: [String] = []
  /// Whether the plugin is left out, and not at fault, where the library is not installed.
  var isOptional = false
  /// Whether the library gets a process of its own.
  var isIsolated = false
  var feature = ""
  var summary = ""
  /// The struct that is the state; nil if there is none.
  var state: Structure?
  /// What its members begin as, where that is not zero.
  var initial = JSON.object([:])
  /// The fields of the state that results and out-arguments go to, in the order in which they are named.
  var results: [StateField] = []
  /// The handles that it names.
  var handles: [HandleType] = []
  var actions: [Action] = []
}

/// A field of the state that C's results go to.
struct StateField {
  let name: String
  let shape: Shape
}

/// What a value from C looks like in JSON.
enum Shape {
  case one(CType)
  /// An array, and how many elements it has at most.
  case many(CType)
  case bytes(Encoding)

  /// The schema of the value, or of null, which stands for none.
  var orNull: JSON {
    var schema = schema(isInput: false).objectValue ?? [:]
    if let type = schema["type"], type != "null" {
      schema["type"] = .array([type, "null"])
    }
    if let constants = schema["enum"]?.arrayValue { schema["enum"] = .array(constants + [.null]) }
    return .object(schema)
  }

  func schema(isInput: Bool) -> JSON {
    switch self {
    case .one(let type): return type.schema(isInput: isInput)
    case .many(let type): return ["type": "array", "items": type.schema(isInput: isInput)]
    case .bytes(let encoding): return encoding.schema
    }
  }
}

/// How bytes are written in JSON.
enum Encoding: String, CaseIterable {
  /// As text in UTF-8.
  case text
  case base64
  case hex

  var schema: JSON {
    switch self {
    case .text: ["type": "string"]
    case .base64: ["type": "string", "contentEncoding": "base64"]
    case .hex: ["type": "string", "description": "bytes in hexadecimal"]
    }
  }
}

/// One action: a function, and how its arguments and results are had.
///
/// A class, as its arguments are, since calls would spend much of their time copying them.
final class Action: @unchecked Sendable {
  // Only read once it is made.
  var name = ""
  var summary = ""
  var function = ""
  /// Where the manifest names the function, or else the action.
  var place = JSONPointer()
  var arguments: [Argument] = []
  /// How many arguments come before the variable ones; nil if the function has none.
  var fixed: Int?
  var result = Output(form: .one(.void))
  var failure: Failure?
  /// The arguments in an order in which each has what it depends on.
  var order: [Int] = []
}

/// One argument of a function.
final class Argument: @unchecked Sendable {
  // Only read once it is made.
  enum Form {
    case value(CType)
    /// A pointer to one value.
    case pointer(CType)
    /// A pointer to values one behind the other.
    case buffer(CType)
    case bytes(Encoding)
    case callback(CallbackType)
    /// A pointer to the instance's state struct.
    case state
  }

  enum Direction: String, CaseIterable {
    case `in`, out, `inout`
  }

  let name: String
  let form: Form
  var direction = Direction.in
  /// What it is if the payload does not say.
  var standard: JSON?
  /// What it always is.
  var constant: JSON?
  /// The state's field that it is taken from if the payload does not say.
  var from: String?
  var isNullable = false
  /// The buffers whose length it is.
  var lengthOf: [Int] = []
  /// How large an out buffer is.
  var capacity: Capacity?
  /// The state's field that its value goes to, and the position among those of all results.
  var into: String?
  var field: Int?
  /// The function that frees a string that C hands out.
  var free: String?
  /// Whether a successful call closes the handle.
  var closes = false
  let place: JSONPointer

  init(name: String, form: Form, place: JSONPointer) {
    self.name = name
    self.form = form
    self.place = place
  }

  /// Whether it is a field of the action's payload.
  var isInPayload: Bool {
    switch form {
    case .state, .callback: false
    case .value(let type) where type.isHidden: false
    default: constant == nil && direction != .out && (lengthOf.isEmpty || isCapacity)
    }
  }

  /// Whether it is the length of an out buffer that the payload gives.
  var isCapacity = false

  var isBuffer: Bool {
    switch form {
    case .buffer, .bytes: true
    default: false
    }
  }

  /// The size of a buffer's elements.
  var elementSize: Int {
    if case .buffer(let type) = form { type.size } else { 1 }
  }

  /// What it looks like in JSON.
  var shape: Shape {
    switch form {
    case .value(let type), .pointer(let type): .one(type)
    case .buffer(let type): .many(type)
    case .bytes(let encoding): .bytes(encoding)
    case .callback, .state: .one(.void)
    }
  }

  /// The type of what C is handed.
  var passed: CType {
    if case .value(let type) = form { type } else { .opaque }
  }
}

/// How large an out buffer is, in elements.
enum Capacity {
  case constant(Int)
  case argument(Int)
  case function(String, arguments: [Int], result: CType, place: JSONPointer)
}

/// What a function returns, and where it goes.
struct Output {
  enum Form {
    case one(CType)
    /// A pointer to one value, or NULL.
    case pointer(CType)

    var type: CType {
      switch self {
      case .one(let type), .pointer(let type): type
      }
    }
  }

  var form: Form
  /// The state's field that it goes to, and the position among those of all results.
  var into: String?
  var field: Int?
  var free: String?
  /// The out buffers whose length it is.
  var lengthOf: [Int] = []
  var place = JSONPointer()

  var passed: CType {
    if case .one(let type) = form { type } else { .opaque }
  }
}

/// When a call has failed, and what is said then.
struct Failure {
  enum Condition {
    case nonzero, zero, negative, null
    case among([Int64])
    case notAmong([Int64])
  }

  /// An operand of the function that yields the message.
  enum Operand {
    case argument(Int)
    case result
    case errno
  }

  enum Message {
    case errno
    case argument(Int)
    case function(String, [Operand], place: JSONPointer)
  }

  var condition: Condition
  var message: Message?
  /// Names of results.
  var codes: Enumeration?
}

/// A function that C calls.
final class CallbackType: @unchecked Sendable {
  // Only read once it is made.
  struct Parameter {
    let name: String
    let form: Argument.Form
    /// The parameter that tells how many elements there are.
    var length: Int?
    var isShown = true
  }

  enum Answer {
    /// The value in memory of the result's type.
    case constant(JSON)
    /// The value of an argument of the action that handed the callback over.
    case argument(String)
    /// Less than, equal or greater than 0, as the one parameter is to the other.
    case comparison(Int, Int)
  }

  let name: String
  let notification: String?
  let parameters: [Parameter]
  let result: CType
  let answer: Answer
  let place: JSONPointer

  init(
    name: String, notification: String?, parameters: [Parameter], result: CType, answer: Answer,
    place: JSONPointer
  ) {
    self.name = name
    self.notification = notification
    self.parameters = parameters
    self.result = result
    self.answer = answer
    self.place = place
  }
}
