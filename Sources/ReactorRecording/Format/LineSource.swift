import ReactorPlatform

/// The lines of a file, in as much memory as the longest line.
package struct LineSource {
    package struct RawLine {
        /// The line without its newline.
        package var bytes: [UInt8]
        /// The number of the line, from 1.
        package var number: Int
        package var offset: UInt64
        /// Whether the line ends with a newline.
        package var isFinished: Bool
        /// Whether the line exceeds the limit, so that `bytes` is empty.
        package var isTooLong: Bool
    }

    /// A closure that fills a buffer with the next bytes, perhaps partially, and with none at the end.
    package typealias Read = (UnsafeMutableRawBufferPointer) throws -> Int

    private static let chunk = 1 << 16
    private let read: Read
    /// The unread bytes, from `start` to `end`.
    private var buffer: [UInt8] = []
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    /// The offset of the next line.
    package private(set) var offset: UInt64 = 0
    /// The number of the last line.
    package private(set) var number = 0

    package init(_ read: @escaping Read) { self.read = read }

    /// Creates a source that reads a file from an offset on.
    package init(_ file: any File, from offset: UInt64 = 0, number: Int = 0) {
        var next = offset
        self.init { buffer in
            let count = try file.read(into: buffer, at: next)
            next += UInt64(count)
            return count
        }
        self.offset = offset
        self.number = number
    }

    /// Whether the next line begins with this text, or with a part of it at the end of the file.
    package mutating func begins(with opening: StaticString) throws -> Bool {
        while end - start < opening.utf8CodeUnitCount && !isAtEnd { try fill() }
        return opening.withUTF8Buffer { buffer[start..<end].starts(with: $0.prefix(end - start)) }
    }

    /// Returns the next line, or nil at the end.
    ///
    /// - Parameter limit: The number of bytes in memory for a line.
    package mutating func next(limit: Int) throws -> RawLine? {
        var searched = start
        var skipped: UInt64 = 0
        while true {
            if let newline = buffer.newline(in: searched..<end) {
                return line(upTo: newline, isFinished: true, skipped, limit)
            }
            if isAtEnd {
                guard start < end || skipped > 0 else { return nil }
                return line(upTo: end, isFinished: false, skipped, limit)
            }
            if end - start > limit {
                skipped += UInt64(end - start)
                start = 0
                end = 0
            }
            searched = end - start
            try fill()
        }
    }

    /// Returns this many bytes, or nil if there are fewer.
    package mutating func bytes(_ count: Int) throws -> [UInt8]? {
        guard count >= 0 else { return nil }
        while end - start < count {
            guard !isAtEnd else { return nil }
            try fill()
        }
        defer {
            start += count
            offset += UInt64(count)
        }
        return Array(buffer[start..<start + count])
    }

    private mutating func line(upTo stop: Int, isFinished: Bool, _ skipped: UInt64, _ limit: Int) -> RawLine {
        let isTooLong = skipped > 0 || stop - start > limit
        number += 1
        let line = RawLine(
            bytes: isTooLong ? [] : Array(buffer[start..<stop]), number: number, offset: offset,
            isFinished: isFinished, isTooLong: isTooLong)
        let next = isFinished ? stop + 1 : stop
        offset += skipped + UInt64(next - start)
        start = next
        return line
    }

    /// Moves the unread bytes to the front, grows the buffer if it is full, and reads more.
    private mutating func fill() throws {
        if start > 0 {
            let left = start..<end
            buffer.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[left])) }
            start = 0
            end = left.count
        }
        if end == buffer.count { buffer += [UInt8](repeating: 0, count: max(Self.chunk, buffer.count)) }
        let count = try buffer.withUnsafeMutableBytes { try read(UnsafeMutableRawBufferPointer(rebasing: $0[end...])) }
        end += count
        isAtEnd = count == 0
    }
}

extension [UInt8] {
    fileprivate func newline(in range: Range<Int>) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start + range.lowerBound, 10, range.count) else {
                return nil
            }
            return UnsafeRawPointer(found) - start
        }
    }
}
