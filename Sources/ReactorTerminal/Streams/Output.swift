import ReactorPlatform

/// A text stream that can be used from any thread. The text of one call is not interleaved.
///
/// On a terminal every call is written immediately. Elsewhere the text is buffered until the buffer is full, or until
/// ``flush()``; call it before long pauses.
package final class Output: Sendable {
    /// The capabilities of the stream.
    package let screen: Screen
    private let sink: any ByteSink
    private let capacity: Int
    private let buffer = Locked<[UInt8]>([])

    /// - Parameter capacity: The size of the buffer in bytes; 0 writes immediately.
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

    /// - Throws: ``BrokenPipe`` or ``OutputError``. Text that was not written is dropped.
    package func write(_ text: String) throws {
        try write(screen.plain(text).utf8)
    }

    /// Writes bytes, for text that is not a `String`.
    package func write(_ bytes: some Sequence<UInt8>) throws {
        try buffer.withLock { buffer in
            buffer.append(contentsOf: bytes)
            if buffer.count > capacity { try empty(&buffer) }
        }
    }

    /// Writes the text and a newline.
    package func line(_ text: String = "") throws {
        try write(text + "\n")
    }

    /// Writes the buffer.
    package func flush() throws {
        try buffer.withLock { buffer in try empty(&buffer) }
    }

    private func empty(_ buffer: inout [UInt8]) throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try sink.write(buffer)
    }
}

/// The destination of the bytes of an ``Output``.
package protocol ByteSink: Sendable {
    /// Writes all bytes or throws.
    func write(_ bytes: [UInt8]) throws
}

package struct DescriptorSink: ByteSink {
    package var descriptor: Int32
    package var name: String

    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// - Throws: ``BrokenPipe`` if the pipe has no reader, ``OutputError`` for other errors.
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
                    // Another user of the terminal or pipe has made it non-blocking.
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

/// A sink that stores the bytes for a test.
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
    /// The number with a comma after every three digits: `12,345`.
    package var grouped: String {
        var text = ""
        for (index, digit) in String(magnitude).reversed().enumerated() {
            if index > 0 && index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + String(text.reversed())
    }

    /// Returns `1 weight`, `2 weights` or `0 entries`.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        "\(grouped) \(self == 1 ? singular : plural ?? singular + "s")"
    }
}

extension String {
    /// Returns the text with visible escapes, such as `\n`, `\t` and `\u{1B}`, for everything that could control a terminal or
    /// change the direction of a line.
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

    /// The name of an input for messages; `-` is standard input.
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
