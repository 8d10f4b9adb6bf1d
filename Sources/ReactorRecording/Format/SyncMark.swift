/// Up to where the disk has everything, in a small file beside the segments.
///
/// It is written after each sync, and not synced itself: what it says is true, and at worst no longer the newest. There
/// are two places for it, used in turn, so that a torn write leaves the one before.
package struct SyncMark: Hashable, Sendable {
    /// The segment that the bytes belong to.
    package var segment: Int
    package var seq: UInt64
    /// The bytes of the segment that the disk has.
    package var bytes: UInt64

    package init(segment: Int, seq: UInt64, bytes: UInt64) {
        self.segment = segment
        self.seq = seq
        self.bytes = bytes
    }

    /// The mark, where it is about that segment.
    func about(_ segment: Int?) -> SyncMark? { self.segment == segment ? self : nil }

    package static let width = 128

    package var line: [UInt8] {
        var line: [UInt8] = []
        line.append(text: "{\"segment\":")
        line.append(number: segment)
        line.append(text: ",\"seq\":")
        line.append(number: seq)
        line.append(text: ",\"bytes\":")
        line.append(number: bytes)
        let crc = CRC32C.checksum(line)
        line.append(text: ",\"crc\":\"")
        line.append(hex: crc)
        line.append(text: "\"}")
        line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: Self.width - 1 - line.count))
        line.append(UInt8(ascii: "\n"))
        return line
    }

    package init?(line: [UInt8]) {
        var scanner = LineScanner(line, in: 0..<line.count)
        guard scanner.skip("{\"segment\":"), let segment = scanner.integer(), scanner.skip(",\"seq\":"),
            let seq = scanner.number(), scanner.skip(",\"bytes\":"), let bytes = scanner.number()
        else { return nil }
        self.init(segment: segment, seq: seq, bytes: bytes)
        guard self.line == line else { return nil }
    }

    /// The newest one in a file that holds both places.
    package static func newest(in bytes: [UInt8]) -> SyncMark? {
        stride(from: 0, to: bytes.count, by: width)
            .compactMap { SyncMark(line: Array(bytes[$0..<min($0 + width, bytes.count)])) }
            .max { ($0.segment, $0.bytes) < ($1.segment, $1.bytes) }
    }
}
