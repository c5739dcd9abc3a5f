import Foundation
import VVSIJSON

/// One line of the benchmark: a value, decoded and encoded by us and by Foundation in turn.
struct Comparison {
  let name: String
  let text: [UInt8]
  let decode: Times
  let encode: Times

  /// Ours beside Foundation's; the ratio is how many times faster we are.
  typealias Times = (left: Double, right: Double, ratio: Double)

  init<T: Codable>(_ name: String, _ value: T) throws {
    self.name = name
    let (encoder, decoder) = (JSONTextEncoder(), JSONTextDecoder())
    let (theirEncoder, theirDecoder) = (JSONEncoder(), JSONDecoder())
    let text = try encoder.encode(value)
    let data = Data(text)
    self.text = text
    decode = try nanosecondsInTurn(
      { use(try decoder.decode(T.self, from: text)) },
      { use(try theirDecoder.decode(T.self, from: data)) })
    encode = try nanosecondsInTurn(
      { use(try encoder.withEncoded(value) { $0.count }) },
      { use(try theirEncoder.encode(value)) })
  }
}
