/// The position up to which everything is on disk, in a small file next to the segments.
///
/// It is written after each sync and is not synced itself, so it can be outdated but is never wrong. The file has two places that
/// are written alternately, so an incomplete write leaves the previous mark.
package struct SyncMark: Hashable, Sendable {
    /// The segment of the position.
    package var segment: Int
    package var seq: UInt64
    /// The number of synced bytes in the segment.
    package var bytes: UInt64

    /// Returns the mark if it belongs to a segment.
    func about(_ segment: Int?) -> SyncMark? { self.segment == segment ? self : nil }

    package static let width = 128

    package var line: [UInt8] {
        var line: [UInt8] = []
        line.append("{\"segment\":", segment)
        line.append(",\"seq\":", seq)
        line.append(",\"bytes\":", bytes)
        let crc = CRC32C.checksum(line)
        line.append(text: ",\"crc\":\"")
        line.append(hex: crc)
        line.append(text: "\"}")
        line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: Self.width - 1 - line.count))
        line.append(UInt8(ascii: "\n"))
        return line
    }
}

extension SyncMark {
    init?(line: [UInt8]) {
        var scanner = LineScanner(line, in: 0..<line.count)
        guard let segment = try? scanner.integer("{\"segment\":"), let seq = try? scanner.number(",\"seq\":"),
            let bytes = try? scanner.number(",\"bytes\":")
        else { return nil }
        self.init(segment: segment, seq: seq, bytes: bytes)
        guard self.line == line else { return nil }
    }

    /// Returns the newest mark in a file with both places.
    package static func newest(in bytes: [UInt8]) -> SyncMark? {
        stride(from: 0, to: bytes.count, by: width)
            .compactMap { SyncMark(line: Array(bytes[$0..<min($0 + width, bytes.count)])) }
            .max { ($0.segment, $0.bytes) < ($1.segment, $1.bytes) }
    }
}
