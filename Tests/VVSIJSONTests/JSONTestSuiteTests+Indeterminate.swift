import VVSIJSON

extension JSONTestSuiteTests {
  /// What happens to a text that a parser may take or leave.
  enum Outcome: Equatable {
    /// It is taken to the digit, and decodes to these doubles.
    case taken([Double])
    /// It is taken to the digit, but no array of doubles has such a value.
    case takenAsJSON
    /// It is refused; this was expected instead.
    case refused(String)
  }

  static func outcome(_ value: Result<JSON, any Error>, _ text: [UInt8]) -> Outcome {
    switch value {
    case .success:
      (try? JSONTextDecoder().decode([Double].self, from: text)).map(Outcome.taken) ?? .takenAsJSON
    case .failure(let error): .refused((error as? JSONError)?.expected ?? "\(error)")
    }
  }

  /// What happens to each text of the suite that RFC 8259 leaves to the parser.
  ///
  /// Numbers of any size are kept as they are, and only `Double` refuses what it cannot reach. Text that is not UTF-8, a
  /// byte order mark, and half a surrogate pair are refused. Up to 512 levels are taken.
  static let indeterminate: [String: Outcome] = [
    "i_number_double_huge_neg_exp.json": .takenAsJSON,
    "i_number_huge_exp.json": .takenAsJSON,
    "i_number_neg_int_huge_exp.json": .takenAsJSON,
    "i_number_pos_double_huge_exp.json": .takenAsJSON,
    "i_number_real_neg_overflow.json": .takenAsJSON,
    "i_number_real_pos_overflow.json": .takenAsJSON,
    "i_number_real_underflow.json": .takenAsJSON,
    "i_number_too_big_neg_int.json": .taken([-1.231_231_231_231_231_2e29]),
    "i_number_too_big_pos_int.json": .taken([1e20]),
    "i_number_very_big_negative_int.json":
      .taken([-2.374_623_746_732_769e47]),
    "i_object_key_lone_2nd_surrogate.json": .refused(pair),
    "i_string_1st_surrogate_but_2nd_missing.json": .refused(pair),
    "i_string_1st_valid_surrogate_2nd_invalid.json": .refused(pair),
    "i_string_UTF-16LE_with_BOM.json": .refused("a value"),
    "i_string_UTF-8_invalid_sequence.json": .refused("UTF-8"),
    "i_string_UTF8_surrogate_U+D800.json": .refused("UTF-8"),
    "i_string_incomplete_surrogate_and_escape_valid.json": .refused(pair),
    "i_string_incomplete_surrogate_pair.json": .refused(pair),
    "i_string_incomplete_surrogates_escape_valid.json": .refused(pair),
    "i_string_invalid_lonely_surrogate.json": .refused(pair),
    "i_string_invalid_surrogate.json": .refused(pair),
    "i_string_invalid_utf-8.json": .refused("UTF-8"),
    "i_string_inverted_surrogates_U+1D11E.json": .refused(pair),
    "i_string_iso_latin_1.json": .refused("UTF-8"),
    "i_string_lone_second_surrogate.json": .refused(pair),
    "i_string_lone_utf8_continuation_byte.json": .refused("UTF-8"),
    "i_string_not_in_unicode_range.json": .refused("UTF-8"),
    "i_string_overlong_sequence_2_bytes.json": .refused("UTF-8"),
    "i_string_overlong_sequence_6_bytes.json": .refused("UTF-8"),
    "i_string_overlong_sequence_6_bytes_null.json": .refused("UTF-8"),
    "i_string_truncated-utf-8.json": .refused("UTF-8"),
    "i_string_utf16BE_no_BOM.json": .refused("a value"),
    "i_string_utf16LE_no_BOM.json": .refused("a value"),
    "i_structure_500_nested_arrays.json": .takenAsJSON,
    "i_structure_UTF-8_BOM_empty_object.json": .refused("a value"),
  ]

  private static let pair = "a pair of surrogates"
}
