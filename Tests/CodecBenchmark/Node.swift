import Foundation

/// Node's own JSON over the same texts, where Node is installed.
enum Node {
  /// Nanoseconds for `JSON.parse` and `JSON.stringify` of each text, or nil.
  static func times(_ texts: [[UInt8]]) -> [(parse: Double, stringify: Double)]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["node", "-e", script]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    for text in texts { input.fileHandleForWriting.write(Data(text + [0x0A])) }
    input.fileHandleForWriting.closeFile()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard let times = try? JSONDecoder().decode([[Double]].self, from: answer) else { return nil }
    return times.map { ($0[0], $0[1]) }
  }

  private static let script = """
    const lines = require('fs').readFileSync(0, 'utf8').split('\\n').filter(line => line);
    function time(body) {
      let size = 1;
      const run = () => {
        const start = process.hrtime.bigint();
        for (let i = 0; i < size; i++) body();
        return Number(process.hrtime.bigint() - start);
      };
      while (run() < 1e7) size *= 2;
      const times = Array.from({length: 15}, () => run() / size).sort((a, b) => a - b);
      return times[7];
    }
    let kept;
    console.log(JSON.stringify(lines.map(line => {
      const value = JSON.parse(line);
      return [time(() => { kept = JSON.parse(line); }), time(() => { kept = JSON.stringify(value); })];
    })));
    """
}
