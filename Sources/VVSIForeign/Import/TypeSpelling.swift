/// A type as C spells it, taken apart.
indirect enum TypeSpelling: Equatable, Sendable {
  case named(String, isConstant: Bool)
  case pointer(TypeSpelling)
  case array(TypeSpelling, count: Int?)
  case function(result: TypeSpelling, parameters: [TypeSpelling], isVariadic: Bool)

  /// Nil if it is none that can be read.
  init?(_ text: String) {
    var parser = Parser(text)
    guard let type = parser.type(), parser.isAtEnd else { return nil }
    self = type
  }

  private enum Token: Equatable {
    case word(String)
    case mark(Character)
  }

  private struct Parser {
    private let tokens: [Token]
    private var next = 0

    init(_ text: String) {
      var tokens: [Token] = []
      var rest = text[...]
      while let first = rest.first {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        if word.isEmpty {
          if first != " " { tokens.append(.mark(first)) }
          rest = rest.dropFirst()
        } else {
          tokens.append(.word(String(word)))
          rest = rest.dropFirst(word.count)
        }
      }
      self.tokens = tokens
    }

    var isAtEnd: Bool { next == tokens.count }

    private var peek: Token? { next < tokens.count ? tokens[next] : nil }

    private mutating func takes(_ mark: Character) -> Bool {
      guard peek == .mark(mark) else { return false }
      next += 1
      return true
    }

    mutating func type() -> TypeSpelling? {
      var words: [String] = []
      var isConstant = false
      while case .word(let word) = peek {
        next += 1
        switch word {
        case "const": isConstant = true
        case "volatile", "restrict", "__restrict", "register": break
        default: words.append(word)
        }
      }
      guard !words.isEmpty else { return nil }
      return declarator(.named(words.joined(separator: " "), isConstant: isConstant))
    }

    /// Everything behind the name: stars, then brackets and parentheses, of which inner ones bind last.
    private mutating func declarator(_ base: TypeSpelling) -> TypeSpelling? {
      var type = base
      while takes("*") {
        type = .pointer(type)
        while case .word = peek { next += 1 }
      }
      guard peek == .mark("("), next + 1 < tokens.count, tokens[next + 1] == .mark("*") else {
        return suffix(type)
      }
      let inner = next + 1
      guard skipParentheses(), let outer = suffix(type) else { return nil }
      let end = next
      next = inner
      let result = declarator(outer)
      guard takes(")") else { return nil }
      next = end
      return result
    }

    private mutating func skipParentheses() -> Bool {
      var depth = 0
      while let token = peek {
        next += 1
        if token == .mark("(") { depth += 1 }
        if token == .mark(")") {
          depth -= 1
          if depth == 0 { return true }
        }
      }
      return false
    }

    private mutating func suffix(_ type: TypeSpelling) -> TypeSpelling? {
      if takes("[") {
        var count: Int?
        if case .word(let word) = peek {
          count = Int(word)
          next += 1
        }
        guard takes("]"), let element = suffix(type) else { return nil }
        return .array(element, count: count)
      }
      guard takes("(") else { return type }
      var parameters: [TypeSpelling] = []
      var isVariadic = false
      while !takes(")") {
        if peek == .mark(".") {
          isVariadic = true
          while takes(".") {}
        } else {
          guard let parameter = self.type() else { return nil }
          parameters.append(parameter)
        }
        _ = takes(",")
        if isAtEnd { return nil }
      }
      if parameters == [.named("void", isConstant: false)] { parameters = [] }
      return .function(result: type, parameters: parameters, isVariadic: isVariadic)
    }
  }
}
