import CVVSI
import Testing

/// The tables must not change within a major version, but for new members at their ends.
@Suite struct LayoutTests {
  @Test func keepsTheSizes() {
    #expect(MemoryLayout<vvsi_bytes>.size == 16)
    #expect(MemoryLayout<vvsi_fault>.size == 56)
    #expect(MemoryLayout<vvsi_sink>.size == 32)
    #expect(MemoryLayout<vvsi_codec>.size == 40)
    #expect(MemoryLayout<vvsi_instance_host>.size == 64)
    #expect(MemoryLayout<vvsi_feature>.size == 144)
    #expect(MemoryLayout<vvsi_host>.size == 56)
    #expect(MemoryLayout<vvsi_plugin>.size == 64)
  }

  @Test func keepsTheOffsets() {
    #expect(offsets(\vvsi_bytes.data, \.count) == [0, 8])
    #expect(offsets(\vvsi_fault.size, \.reserved, \.code, \.path, \.message) == [0, 4, 8, 24, 40])
    #expect(offsets(\vvsi_sink.size, \.reserved, \.context, \.write, \.fail) == [0, 4, 8, 16, 24])
    #expect(
      offsets(\vvsi_codec.size, \.reserved, \.context, \.schema, \.recode) == [0, 4, 8, 16, 32])
    #expect(
      offsets(
        \vvsi_instance_host.size, \.reserved, \.context, \.commit, \.notify, \.settle, \.fail,
        \.route, \.trigger) == [0, 4, 8, 16, 24, 32, 40, 48, 56])
    #expect(
      offsets(
        \vvsi_feature.size, \.reserved, \.context, \.id, \.style, \.summary, \.action_codec,
        \.state_codec, \.notification_schema, \.create, \.snapshot, \.trigger, \.cancel, \.destroy,
        \.migrate) == [0, 4, 8, 16, 32, 48, 64, 72, 80, 96, 104, 112, 120, 128, 136])
    #expect(
      offsets(
        \vvsi_host.size, \.major, \.minor, \.context, \.version, \.register_feature, \.log,
        \.extension) == [0, 4, 6, 8, 16, 32, 40, 48])
    #expect(
      offsets(
        \vvsi_plugin.size, \.major, \.minor, \.context, \.compiler, \.requires, \.start,
        \.extension) == [0, 4, 6, 8, 16, 32, 48, 56])
  }

  private func offsets<Table>(_ members: PartialKeyPath<Table>...) -> [Int?] {
    members.map { MemoryLayout<Table>.offset(of: $0) }
  }
}
