import ReactorPlatform

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

/// Where the bytes of an ``Output`` go.
package protocol ByteSink: Sendable {
    /// Takes all of it or throws.
    func write(_ bytes: [UInt8]) throws
}

/// A file descriptor.
package struct DescriptorSink: ByteSink {
    package var descriptor: Int32
    /// What to call it in an error.
    package var name: String

    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// - Throws: ``BrokenPipe`` when nobody reads any more, ``OutputError`` for everything else.
    package func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EPIPE {
                    throw BrokenPipe()
                } else if errno == EAGAIN {
                    // Whoever shares the terminal or pipe made it non-blocking.
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno != EINTR {
                    let code = errno
                    let reason = String(cString: strerror(code))
                    let isOpen = code != EBADF && Input.isOpen(descriptor)
                    throw OutputError(stream: name, reason: isOpen ? reason : "it is closed")
                }
            }
        }
    }
}

/// Keeps what is written, for a test to look at.
package final class MemorySink: ByteSink {
    private let bytes = Locked<[UInt8]>([])

    package init() {}

    package func write(_ bytes: [UInt8]) {
        self.bytes.withLock { $0 += bytes }
    }

    package var text: String {
        String(decoding: bytes.withLock { $0 }, as: UTF8.self)
    }
}

extension Int {
    /// With a comma every three digits: `12,345`.
    package var grouped: String {
        var text = ""
        for (index, digit) in String(magnitude).reversed().enumerated() {
            if index > 0 && index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + String(text.reversed())
    }

    /// `1 weight`, `2 weights`, `0 entries`.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}

extension String {
    /// The text with everything in it that could steer a terminal, or turn the direction of a line, made visible:
    /// `\n`, `\t`, `\u{1B}`.
    package func escaped(keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if !scalar.steersTerminal || kept.contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += scalar.escape
            }
        }
        return text
    }

    /// A path as messages name what was read from it; `-` is standard input.
    package var inputName: String { self == "-" ? "standard input" : escaped() }
}

extension Unicode.Scalar {
    fileprivate var steersTerminal: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    fileprivate var escape: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}
