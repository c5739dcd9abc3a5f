import CVVSI
import Testing

/// The sizes and places that plugins of version 1.0 were compiled with; on 64-bit machines they never change.
@Suite struct LayoutTests {
  @Test func sizes() {
    #expect(MemoryLayout<vvsi_bytes>.size == 16)
    #expect(MemoryLayout<vvsi_fault>.size == 56)
    #expect(MemoryLayout<vvsi_sink>.size == 32)
    #expect(MemoryLayout<vvsi_codec>.size == 40)
    #expect(MemoryLayout<vvsi_instance_host>.size == 64)
    #expect(MemoryLayout<vvsi_feature>.size == 144)
    #expect(MemoryLayout<vvsi_host>.size == 56)
    #expect(MemoryLayout<vvsi_plugin>.size == 64)
  }

  @Test func places() {
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.id) == 16)
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.action_codec) == 64)
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.notification_schema) == 80)
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.create) == 96)
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.snapshot) == 104)
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.trigger) == 112)
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.cancel) == 120)
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.destroy) == 128)
    #expect(MemoryLayout<vvsi_feature>.offset(of: \.migrate) == 136)
    #expect(MemoryLayout<vvsi_instance_host>.offset(of: \.commit) == 16)
    #expect(MemoryLayout<vvsi_instance_host>.offset(of: \.trigger) == 56)
    #expect(MemoryLayout<vvsi_host>.offset(of: \.register_feature) == 32)
    #expect(MemoryLayout<vvsi_plugin>.offset(of: \.start) == 48)
    #expect(MemoryLayout<vvsi_plugin>.offset(of: \.extension) == 56)
  }
}
