import Foundation
import VVSIJSON

/// One line of the benchmark: a value, decoded and encoded by us and by Foundation in turn.
struct Comparison {
  let name: String
  let text: [UInt8]
  let decode: Times
  let encode: Times

  struct Times {
    let ours: Double
    let foundation: Double
  }

  init<T: Codable>(_ name: String, _ value: T) throws {
    self.name = name
    let (encoder, decoder) = (JSONTextEncoder(), JSONTextDecoder())
    let (theirEncoder, theirDecoder) = (JSONEncoder(), JSONDecoder())
    let text = try encoder.encode(value)
    let data = Data(text)
    self.text = text
    decode = Times(
      ours: try nanoseconds { use(try decoder.decode(T.self, from: text)) },
      foundation: try nanoseconds { use(try theirDecoder.decode(T.self, from: data)) })
    encode = Times(
      ours: try nanoseconds { use(try encoder.withEncoded(value) { $0.count }) },
      foundation: try nanoseconds { use(try theirEncoder.encode(value)) })
  }
}
