/// The members of a JSON object, in the order of the text, each name once.
///
/// Two objects are equal if they have the same members, whatever the order. Names are compared scalar by scalar.
public struct JSONObject: Hashable, Sendable {
  private var members: [Member] = []
  /// Where the names are; kept from ``indexed`` members on.
  private var index: [ExactString: Int]?

  private static let indexed = 16

  struct Member: Sendable {
    var name: String
    var value: JSON
  }

  /// Makes an object without members.
  public init() {}

  /// Makes an object of members whose names differ; of equal names the last value counts.
  public init(_ members: some Sequence<(name: String, value: JSON)>) {
    for (name, value) in members { self[name] = value }
  }

  /// Makes an object of members that are known to have different names.
  init(unique members: [Member]) {
    self.members = members
    reindex()
  }

  /// How many members there are.
  public var count: Int { members.count }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The names, in order.
  public var names: [String] { members.map(\.name) }

  /// The value of a name, or nil.
  ///
  /// Setting keeps the place of a name that is there, appends one that is not, and removes with nil.
  public subscript(name: String) -> JSON? {
    get { position(of: name).map { members[$0].value } }
    set {
      guard let newValue else {
        remove(name)
        return
      }
      if let position = position(of: name) {
        members[position].value = newValue
      } else {
        append(Member(name: name, value: newValue))
      }
    }
  }

  /// Removes a member and returns its value, or nil if there is none of this name.
  @discardableResult
  public mutating func remove(_ name: String) -> JSON? {
    guard let position = position(of: name) else { return nil }
    let value = members.remove(at: position).value
    if index != nil { reindex() }
    return value
  }

  private mutating func append(_ member: Member) {
    members.append(member)
    if index == nil {
      reindex()
    } else {
      index?[ExactString(member.name)] = members.count - 1
    }
  }

  private func position(of name: String) -> Int? {
    let name = ExactString(name)
    if let index { return index[name] }
    return members.firstIndex { ExactString($0.name) == name }
  }

  private mutating func reindex() {
    guard members.count >= JSONObject.indexed else {
      index = nil
      return
    }
    var positions: [ExactString: Int] = Dictionary(minimumCapacity: members.count)
    for (position, member) in members.enumerated() {
      positions[ExactString(member.name)] = position
    }
    index = positions
  }

  /// Compares two objects.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.name] == $0.value }
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var inner = Hasher()
      inner.combine(ExactString(member.name))
      inner.combine(member.value)
      sum &+= inner.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: Sequence {
  /// Goes through the members in order.
  public struct Iterator: IteratorProtocol {
    private var members: IndexingIterator<[Member]>

    fileprivate init(_ members: [Member]) {
      self.members = members.makeIterator()
    }

    /// The next member, or nil behind the last.
    public mutating func next() -> (name: String, value: JSON)? {
      members.next().map { ($0.name, $0.value) }
    }
  }

  /// Begins at the first member.
  public func makeIterator() -> Iterator { Iterator(members) }

  /// How many members there are.
  public var underestimatedCount: Int { members.count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; of equal names the last value counts.
  public init(dictionaryLiteral members: (String, JSON)...) {
    for (name, value) in members { self[name] = value }
  }
}
