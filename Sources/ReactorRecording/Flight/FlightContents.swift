/// The contents of a flight recorder's file.
struct FlightContents: Hashable {
    struct Record: Hashable {
        let seq: UInt64
        let launch: UInt64
        /// The name of the event, or nil for a step without one, or if the name did not fit.
        let name: String?
        /// Whether the record belongs to the same step as the previous one.
        let continues: Bool
        let content: [UInt8]
    }

    let id: String
    /// The newest records in order, without gaps.
    let records: [Record]
    /// The last entry for which `react(to:)` was called.
    let position: UInt64
    /// Whether this call has not returned.
    let isReacting: Bool

    /// Returns nil if the bytes are not a flight recorder's file, or the positions of its ring are invalid.
    init?(_ bytes: [UInt8]) {
        let file = FlightBytes(bytes)
        guard bytes.count > FlightLayout.ring, bytes.starts(with: FlightLayout.magic),
            file.word(FlightLayout.crc) == UInt64(CRC32C.checksum(bytes[..<FlightLayout.crc])),
            file.word(FlightLayout.capacity) == UInt64(bytes.count - FlightLayout.ring)
        else { return nil }
        let length = Int(bytes[FlightLayout.id])
        guard length < FlightLayout.idLength else { return nil }
        id = String(decoding: bytes[(FlightLayout.id + 1)...].prefix(length), as: UTF8.self)
        let word = file.word(FlightLayout.position)
        position = word >> 1
        isReacting = word & 1 == 1
        let (tail, head) = (file.word(FlightLayout.tail), file.word(FlightLayout.head))
        guard tail <= head, head - tail <= file.capacity, head <= UInt64(Int64.max),
            (head | tail) % UInt64(FlightLayout.record) == 0
        else {
            return nil
        }
        var records: [Record] = []
        var place = tail
        while place < head {
            guard let record = file.record(at: place, before: head) else {
                place += UInt64(FlightLayout.record)
                continue
            }
            if let last = records.last, record.seq != last.seq &+ 1 { records = [] }
            records.append(record)
            place += UInt64(FlightLayout.record + FlightLayout.rounded(record.content.count))
        }
        self.records = records
    }
}

/// The bytes of a file, with access to words and records.
private struct FlightBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var capacity: UInt64 { UInt64(bytes.count - FlightLayout.ring) }

    func word(_ place: Int) -> UInt64 {
        guard place + 8 <= bytes.count else { return 0 }
        return bytes[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the record at an offset, or nil if there is no complete one.
    func record(at start: UInt64, before head: UInt64) -> FlightContents.Record? {
        let place = FlightLayout.ring + Int(start % capacity)
        let (seq, launch) = (word(place), word(place + 8))
        let (described, checked) = (word(place + 16), word(place + 24))
        let (name, length) = (UInt32(truncatingIfNeeded: described), UInt32(truncatingIfNeeded: described >> 32))
        let flags = UInt32(truncatingIfNeeded: checked)
        let check = FlightLayout.check(seq: seq, launch: launch, name: name, length: length, flags: flags)
        let end = start + FlightLayout.size(content: length)
        guard check == UInt32(truncatingIfNeeded: checked >> 32), seq > 0, end <= head else { return nil }
        let content = (0..<UInt64(length)).map { index in
            bytes[FlightLayout.ring + Int((start + UInt64(FlightLayout.record) + index) % capacity)]
        }
        return FlightContents.Record(
            seq: seq, launch: launch, name: self.name(Int(clamping: name)),
            continues: flags & FlightLayout.continues != 0,
            content: content)
    }

    private func name(_ place: Int) -> String? {
        guard place >= FlightLayout.names, place < FlightLayout.ring else { return nil }
        let end = place + 1 + Int(bytes[place])
        guard end <= FlightLayout.ring else { return nil }
        return String(validating: bytes[(place + 1)..<end], as: UTF8.self)
    }
}
