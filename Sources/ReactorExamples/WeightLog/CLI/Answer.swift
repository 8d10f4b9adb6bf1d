#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A line that somebody types in answer to a question.
struct Answer: Equatable {
    let text: String

    var isYes: Bool { ["y", "yes"].contains(text.lowercased()) }

    /// The next line of standard input; an ended input is an empty answer.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while nobody answers.
    static func read() throws -> Answer {
        var bytes: [UInt8] = []
        while true {
            try Task.checkCancellation()
            // Ctrl-C interrupts no system call here, so a wait without an end would not hear of it.
            var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 100) != 0 else { continue }
            var byte: UInt8 = 0
            guard systemRead(0, &byte, 1) == 1, byte != 10 else { break }
            bytes.append(byte)
        }
        let line = String(decoding: bytes, as: UTF8.self)
        return Answer(text: String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()))
    }

    private static func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer, count)
        #elseif canImport(Glibc)
            Glibc.read(descriptor, buffer, count)
        #elseif canImport(Musl)
            Musl.read(descriptor, buffer, count)
        #endif
    }
}
