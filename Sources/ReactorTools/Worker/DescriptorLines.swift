import ReactorPlatform

/// Lines and runs of bytes from a descriptor.
struct DescriptorLines {
    let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line without its newline; nil at the end. A line that is not whole is none, nor is one of more bytes than
    /// the limit.
    mutating func next(limit: Int = .max) -> [UInt8]? {
        var searched = start
        while true {
            if let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = newline + 1 }
                return Array(buffer[start..<newline])
            }
            searched = buffer.count - start
            guard searched <= limit, fill() else { return nil }
        }
    }

    /// So many bytes; nil when there are not so many.
    mutating func read(_ count: Int) -> [UInt8]? {
        guard count >= 0 else { return nil }
        while buffer.count - start < count { guard fill() else { return nil } }
        defer { start += count }
        return Array(buffer[start..<start + count])
    }

    private mutating func fill() -> Bool {
        buffer.removeFirst(start)
        start = 0
        let size = 1 << 16
        let used = buffer.count
        buffer += [UInt8](repeating: 0, count: size)
        while true {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress.map { $0 + used }, size) }
            if count < 0 && errno == EINTR { continue }
            buffer.removeLast(size - max(count, 0))
            return count > 0
        }
    }
}

private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = { read($0, $1, $2) }
