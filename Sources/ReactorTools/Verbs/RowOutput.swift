import ReactorTerminal

/// An output of JSON lines, to the path of `-o` or to standard output.
///
/// A file appears as a whole at ``finish()``. The previous file stays until then.
final class RowOutput {
    private let file: WholeFile?
    private let output: Output
    private var bytes: [UInt8] = []

    init<StateType>(_ call: JournalCall<StateType>) throws {
        file = try call.target().map(WholeFile.init)
        output = call.console.output
    }

    /// Writes one line, which the closure appends.
    func write(_ line: (inout [UInt8]) -> Void) throws {
        line(&bytes)
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= 1 << 16 { try empty() }
    }

    func finish() throws {
        try empty()
        if let file { try file.finish() }
    }

    private func empty() throws {
        defer { bytes.removeAll(keepingCapacity: true) }
        if let file { try file.write(bytes) } else { try output.write(bytes) }
    }
}
