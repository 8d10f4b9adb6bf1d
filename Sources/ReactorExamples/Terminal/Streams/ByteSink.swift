#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

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
                #if canImport(Darwin)
                    let count = Darwin.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                #elseif canImport(Glibc)
                    let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                #endif
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EPIPE {
                    throw BrokenPipe()
                } else if errno == EAGAIN {
                    // Whoever shares the terminal or pipe made it non-blocking.
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno != EINTR {
                    throw OutputError(stream: name, reason: String(cString: strerror(errno)))
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
