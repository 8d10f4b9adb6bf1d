/// The lines of a file one after the other, in as much memory as the longest needs.
package struct LineSource {
    package struct Line {
        /// Without the newline.
        package var bytes: [UInt8]
        /// 1 for the first.
        package var number: Int
        /// Where it begins.
        package var offset: UInt64
        /// Whether there is a newline at its end.
        package var isFinished: Bool
        /// It was longer than it may be, and `bytes` is empty.
        package var isTooLong: Bool
    }

    /// Fills a buffer with what follows, in part perhaps; nothing at the end.
    package typealias Read = (UnsafeMutableRawBufferPointer) throws -> Int

    private static let chunk = 1 << 16
    private let read: Read
    /// What was read and not taken is from `start` up to `end`.
    private var buffer: [UInt8] = []
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    /// Where the next line begins.
    package private(set) var offset: UInt64 = 0
    /// The number of the last line.
    package private(set) var number = 0

    package init(_ read: @escaping Read) { self.read = read }

    /// A file from an offset on.
    package init(_ file: any File, from offset: UInt64 = 0, number: Int = 0) {
        var next = offset
        self.init { buffer in
            let count = try file.readSome(into: buffer, at: next)
            next += UInt64(count)
            return count
        }
        self.offset = offset
        self.number = number
    }

    /// Whether the next line begins so, as far as there is any.
    package mutating func begins(with opening: StaticString) throws -> Bool {
        while end - start < opening.utf8CodeUnitCount && !isAtEnd { try fill() }
        return opening.withUTF8Buffer { buffer[start..<end].starts(with: $0.prefix(end - start)) }
    }

    /// The next line, nil at the end.
    ///
    /// - Parameter limit: of a line of more bytes no more than these are held.
    package mutating func next(limit: Int) throws -> Line? {
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

    /// So many bytes, nil when there are not so many.
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

    private mutating func line(upTo stop: Int, isFinished: Bool, _ skipped: UInt64, _ limit: Int) -> Line {
        let isTooLong = skipped > 0 || stop - start > limit
        number += 1
        let line = Line(
            bytes: isTooLong ? [] : Array(buffer[start..<stop]), number: number, offset: offset,
            isFinished: isFinished, isTooLong: isTooLong)
        let next = isFinished ? stop + 1 : stop
        offset += skipped + UInt64(next - start)
        start = next
        return line
    }

    /// Moves what is left to the front, makes room where there is none, and reads more behind it.
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
            SystemCalls.first(UInt8(ascii: "\n"), in: UnsafeRawBufferPointer(rebasing: bytes[range]))
                .map { range.lowerBound + $0 }
        }
    }
}
