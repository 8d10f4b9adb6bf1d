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
    private var buffer: [UInt8] = []
    private var start = 0
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

    /// The next line, nil at the end.
    package mutating func next(limit: Int) throws -> Line? {
        var searched = start
        var skipped: UInt64 = 0
        while true {
            if let end = buffer.newline(from: searched) {
                return line(upTo: end, isFinished: true, skipped, limit)
            }
            if isAtEnd {
                return start == buffer.count && skipped == 0
                    ? nil : line(upTo: buffer.count, isFinished: false, skipped, limit)
            }
            if buffer.count - start > limit {
                skipped += UInt64(buffer.count - start)
                buffer.removeAll(keepingCapacity: true)
                start = 0
            }
            searched = buffer.count - start
            try fill()
        }
    }

    private mutating func line(upTo end: Int, isFinished: Bool, _ skipped: UInt64, _ limit: Int) -> Line {
        let isTooLong = skipped > 0 || end - start > limit
        number += 1
        let line = Line(
            bytes: isTooLong ? [] : Array(buffer[start..<end]), number: number, offset: offset, isFinished: isFinished,
            isTooLong: isTooLong)
        let next = isFinished ? end + 1 : end
        offset += skipped + UInt64(next - start)
        start = next
        return line
    }

    /// Moves what is left to the front, and reads more behind it.
    private mutating func fill() throws {
        if start > 0 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        let held = buffer.count
        // A long line is read in ever larger pieces.
        let piece = max(Self.chunk, held)
        buffer.append(contentsOf: repeatElement(0, count: piece))
        let count = try buffer.withUnsafeMutableBytes { try read(UnsafeMutableRawBufferPointer(rebasing: $0[held...])) }
        buffer.removeSubrange((held + count)...)
        isAtEnd = count == 0
    }
}

extension [UInt8] {
    fileprivate func newline(from start: Int) -> Int? {
        withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\n") { return index }
                index += 1
            }
            return nil
        }
    }
}
