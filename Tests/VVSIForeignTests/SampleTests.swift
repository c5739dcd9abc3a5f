import Foundation
import Testing
import VVSIHost
import VVSIJSON

@testable import VVSIForeign

/// The samples, against the real libraries.
@Suite struct SampleTests {
  @Test func zlibComputesChecksums() async throws {
    let zlib = try await ForeignSession.sample("Plugins/zlib.json")
    let state = try zlib.run(#"{"crc32":{"data":"hello"}}"#)
    #expect(state["crc32"] == 907_060_870)
    #expect(try zlib.run(#"{"adler32":{"data":"hello"}}"#)["adler32"] == 103_547_413)
  }

  @Test func zlibCompressesThereAndBack() async throws {
    let zlib = try await ForeignSession.sample("Plugins/zlib.json")
    let text = String(repeating: "again ", count: 500)
    let small = try zlib.run(#"{"compress":{"data":"\#(text)"}}"#)
    let size = try #require(small["compressed"]?.stringValue?.count)
    #expect(size > 0 && size < 100)
    #expect(try zlib.run(#"{"uncompress":{}}"#)["text"] == .string(text))
    let before = try zlib.state
    let fault = zlib.fault(#"{"uncompress":{"size":10}}"#)
    #expect(fault?.code == "z_buf_error")
    #expect(fault?.message == "uncompress returned Z_BUF_ERROR: buffer error")
    #expect(try zlib.state == before)
  }

  @Test func sqliteTellsRowsAndItsOwnErrors() async throws {
    let sqlite = try await ForeignSession.sample("Plugins/sqlite.json")
    #expect(try sqlite.run(#"{"open":{}}"#)["db"] == "Database#1")
    try sqlite.run(#"{"exec":{"sql":"create table t(a, b); insert into t values (1, null)"}}"#)
    #expect(try sqlite.run(#"{"changes":{}}"#)["changes"] == 1)
    try sqlite.run(#"{"exec":{"sql":"select * from t"}}"#)
    #expect(
      sqlite.notifications == [["row": ["count": 2, "values": ["1", nil], "names": ["a", "b"]]]])
    let fault = sqlite.fault(#"{"exec":{"sql":"slect"}}"#)
    #expect(fault?.code == "sqlite_error")
    #expect(
      fault?.message == #"sqlite3_exec returned SQLITE_ERROR: near "slect": syntax error"#)
    #expect(try sqlite.run(#"{"close":{}}"#)["db"] == nil as JSON)
    #expect(
      sqlite.fault(#"{"changes":{"db":"Database#1"}}"#)?.message
        == #"expected a Database that is open (none is open), found "Database#1""#)
    #expect(sqlite.fault(#"{"open":{"file":"/no/such/folder/x"}}"#)?.code == "sqlite_cantopen")
  }

  @Test func libcSortsWithACallbackAndFormats() async throws {
    let libc = try await ForeignSession.sample("Plugins/libc.json")
    #expect(try libc.run(#"{"qsort":{"numbers":[3,-1,2]}}"#)["sorted"] == [-1, 2, 3])
    #expect(libc.notifications.contains(["compared": ["left": 3, "right": -1]]))
    #expect(
      try libc.run(#"{"div":{"numerator":7,"denominator":2}}"#)["quotient"]
        == ["quot": 3, "rem": 1])
    #expect(
      try libc.run(#"{"format":{"word":"answer","number":42}}"#)["text"] == "answer is 42")
    #expect(
      libc.fault(#"{"access":{"path":"/no/such"}}"#)?.message
        == "access returned -1: No such file or directory (errno 2)")
    #expect(try libc.run(#"{"getenv":{"name":"NO_SUCH_VARIABLE"}}"#)["value"] == nil as JSON)
  }
}
