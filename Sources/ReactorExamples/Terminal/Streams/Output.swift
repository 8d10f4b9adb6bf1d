/// A stream that text is written to. May be written to from any thread; one call's text stays together.
///
/// On a terminal every call is written at once. Elsewhere what is written waits in a buffer until there is enough of
/// it, or ``flush()``; a program that goes on for long without ending flushes what somebody waits for.
package final class Output: Sendable {
    /// What the stream can show.
    package let screen: Screen
    private let sink: any ByteSink
    private let capacity: Int
    private let buffer = Locked<[UInt8]>([])

    /// - Parameter capacity: how many bytes wait at most; 0 writes at once.
    package init(to sink: any ByteSink, screen: Screen, capacity: Int) {
        self.sink = sink
        self.screen = screen
        self.capacity = capacity
    }

    package static func standardOutput() -> Output {
        let screen = Screen.current(descriptor: 1)
        let sink = DescriptorSink(descriptor: 1, name: "standard output")
        return Output(to: sink, screen: screen, capacity: screen.isTerminal ? 0 : 1 << 16)
    }

    package static func standardError() -> Output {
        let sink = DescriptorSink(descriptor: 2, name: "standard error")
        return Output(to: sink, screen: .current(descriptor: 2), capacity: 0)
    }

    /// - Throws: ``BrokenPipe`` or ``OutputError``. What was not taken is dropped.
    package func write(_ text: String) throws {
        try write(screen.plain(text).utf8)
    }

    /// Bytes as they are, for text that is not held as a `String`.
    package func write(_ bytes: some Sequence<UInt8>) throws {
        try buffer.withLock { buffer in
            buffer.append(contentsOf: bytes)
            if buffer.count > capacity { try empty(&buffer) }
        }
    }

    /// Writes the text and ends the line.
    package func line(_ text: String = "") throws {
        try write(text + "\n")
    }

    /// Hands over what waits.
    package func flush() throws {
        try buffer.withLock { buffer in try empty(&buffer) }
    }

    private func empty(_ buffer: inout [UInt8]) throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try sink.write(buffer)
    }
}
