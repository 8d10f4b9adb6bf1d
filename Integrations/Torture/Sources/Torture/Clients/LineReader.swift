#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads a stream line by line, as the lines arrive.
package struct LineReader {
    package enum Line: Hashable, Sendable {
        case line([UInt8])
        case end
        /// Nothing arrived in time.
        case nothing
        /// The incomplete line exceeds the maximum length of a line.
        case tooLong
    }

    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// The number of bytes that were searched for the end of a line.
    private var seen = 0

    package static let longest = 1 << 22

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line without its end.
    ///
    /// - Throws: `CancellationError` if the task is canceled while nothing arrives.
    package mutating func next(within limit: Duration? = nil) throws -> Line {
        let deadline = limit.map { ContinuousClock.now + $0 }
        while true {
            if let end = bytes[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    bytes.removeSubrange(...end)
                    seen = 0
                }
                return .line(Array(bytes[..<end]))
            }
            seen = bytes.count
            guard bytes.count <= Self.longest else { return .tooLong }
            try Task.checkCancellation()
            if let deadline, ContinuousClock.now >= deadline { return .nothing }
            // Ctrl-C does not always arrive on this thread, so a wait without a limit would not notice it.
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 100) > 0 else { continue }
            guard read() else {
                defer { (bytes, seen) = ([], 0) }
                return bytes.isEmpty ? .end : .line(bytes)
            }
        }
    }

    /// - Returns: false at the end.
    private mutating func read() -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, &piece, piece.count)
            #elseif canImport(Glibc)
                let count = Glibc.read(descriptor, &piece, piece.count)
            #elseif canImport(Musl)
                let count = Musl.read(descriptor, &piece, piece.count)
            #endif
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            if count > 0 { bytes += piece[..<count] }
            return count > 0
        }
    }
}
