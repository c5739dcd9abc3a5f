/// The parts of Foundation's `URL`: a reference, and the URL that it is relative to.
struct FoundationURL {
  /// The URL as one text.
  let absolute: String

  /// Reads what `URL` encodes.
  init(_ parts: JSON) {
    let relative = parts["relative"]?.stringValue ?? ""
    guard let base = parts["base"], !base.isNull else {
      absolute = relative
      return
    }
    let outer = base.stringValue ?? FoundationURL(base).absolute
    absolute = URLReference(relative).resolved(against: URLReference(outer)).text
  }
}

/// A URI reference and its five parts (RFC 3986).
private struct URLReference {
  var scheme: Substring?
  var authority: Substring?
  var path: Substring
  var query: Substring?
  var fragment: Substring?

  init(_ text: String) {
    var rest = text[...]
    fragment = URLReference.cutSuffix(&rest, from: "#")
    query = URLReference.cutSuffix(&rest, from: "?")
    if let colon = rest.firstIndex(of: ":"), colon != rest.startIndex, !rest[..<colon].contains("/")
    {
      scheme = rest[..<colon]
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = rest
  }

  private static func cutSuffix(_ text: inout Substring, from mark: Character) -> Substring? {
    guard let index = text.firstIndex(of: mark) else { return nil }
    defer { text = text[..<index] }
    return text[text.index(after: index)...]
  }

  /// RFC 3986, section 5.2.2.
  func resolved(against base: URLReference) -> URLReference {
    guard scheme == nil else { return self }
    var result = self
    result.scheme = base.scheme
    guard authority == nil else { return result }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
    } else {
      result.path = URLReference.withoutDots(path.hasPrefix("/") ? path : merged(base))
    }
    return result
  }

  /// Section 5.2.3.
  private func merged(_ base: URLReference) -> Substring {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.lastIndex(of: "/") else { return path }
    return base.path[...slash] + path
  }

  /// Section 5.2.4, step by step.
  private static func withoutDots(_ path: Substring) -> Substring {
    var (rest, kept) = (path, Substring())
    while !rest.isEmpty {
      if rest.hasPrefix("../") {
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("./") || rest.hasPrefix("/./") {
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("/../") || rest == "/.." {
        rest = rest == "/.." ? "/" : rest.dropFirst(3)
        kept = kept[..<(kept.lastIndex(of: "/") ?? kept.startIndex)]
      } else if rest == "/." {
        rest = "/"
      } else if rest == "." || rest == ".." {
        rest = ""
      } else {
        let end = rest.dropFirst().firstIndex(of: "/") ?? rest.endIndex
        kept += rest[..<end]
        rest = rest[end...]
      }
    }
    return kept
  }

  /// Section 5.3.
  var text: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority { text += "//" + authority }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}
