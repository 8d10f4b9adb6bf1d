/// What the file of a flight recorder holds, whoever wrote it and however that ended.
struct FlightContents: Hashable {
    struct Record: Hashable {
        let seq: UInt64
        let launch: UInt64
        /// nil for a step without an event, and where the name had no room.
        let name: String?
        /// Whether it belongs to the same step as the one before.
        let continues: Bool
        let content: [UInt8]
    }

    /// The id of the journal that it belongs to.
    let id: String
    /// The newest records in order, none missing between them.
    let records: [Record]
    /// The last entry that `react(to:)` has begun with.
    let position: UInt64
    /// Whether it has not returned.
    let isReacting: Bool

    /// nil when these are not the bytes of such a file, or the words that say where its ring is make no sense.
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

/// The bytes of a file, and words and records in them.
private struct FlightBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var capacity: UInt64 { UInt64(bytes.count - FlightLayout.ring) }

    func word(_ place: Int) -> UInt64 {
        guard place + 8 <= bytes.count else { return 0 }
        return bytes[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// nil where no whole record stands.
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
