/// The layout of a flight recorder's file. Numbers are little-endian.
///
///     0      the file's type, the size of the ring, the journal's id, and their check
///     128    words that change: the end of the newest record, the oldest record, the step in progress
///     256    names of events, each after its length
///     16384  the ring: records at multiples of 32 bytes, each with its check
enum FlightLayout {
    static let magic = Array("reactor-flight-1".utf8)
    static let capacity = 16
    static let id = 24
    static let idLength = 88
    static let crc = 120
    static let head = 128
    static let tail = 136
    /// The last entry for which `react(to:)` was called; the lowest bit is set until it returns.
    static let position = 144
    static let names = 256
    static let ring = 16_384
    /// The size of a record without its content, and the alignment of records.
    static let record = 32
    /// The flag of a record that belongs to the same step as the previous one.
    static let continues: UInt32 = 1

    static func rounded(_ bytes: Int) -> Int { (bytes + record - 1) / record * record }

    /// Returns the size of a record with this length of content. A damaged length may not fit into an `Int`.
    static func size(content length: UInt32) -> UInt64 {
        let record = UInt64(record)
        return record + (UInt64(length) + record - 1) / record * record
    }

    /// Returns the check of the words in a record.
    static func check(seq: UInt64, launch: UInt64, name: UInt32, length: UInt32, flags: UInt32) -> UInt32 {
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        var hash = (seq ^ 0x5245_4143_544F_5231) &* factor
        hash = (hash ^ hash >> 32 ^ launch) &* factor
        hash = (hash ^ hash >> 32 ^ (UInt64(name) << 32 | UInt64(length))) &* factor
        hash = (hash ^ hash >> 32 ^ UInt64(flags)) &* factor
        return UInt32(truncatingIfNeeded: hash >> 32)
    }
}

/// A writer of a flight recorder's memory: a ring of the newest records, limited in number and bytes. It makes no system calls.
///
/// The start and end positions of the ring are changed before an overwrite and after a write, each in one store. Records
/// between them are therefore complete whenever the process ends. After a power loss, the checks decide which records are valid.
struct FlightRing {
    private let memory: UnsafeMutableRawBufferPointer
    private let capacity: UInt64
    private let most: Int
    private(set) var head: UInt64 = 0
    private var tail: UInt64 = 0
    private var count = 0
    private var namesEnd = FlightLayout.names

    /// Returns the size of the file whose ring has space for this many bytes.
    static func size(_ bytes: Int) -> Int { FlightLayout.ring + max(FlightLayout.rounded(bytes), 1_024) }

    /// Creates a ring in zeroed memory of ``size(_:)``.
    ///
    /// - Parameter most: The largest number of records.
    init(_ memory: UnsafeMutableRawBufferPointer, id: String, most: Int) {
        self.memory = memory
        self.most = max(most, 1)
        capacity = UInt64(memory.count - FlightLayout.ring)
        memory.copyBytes(from: FlightLayout.magic)
        store(capacity, FlightLayout.capacity)
        let id = Array(id.utf8.prefix(FlightLayout.idLength - 1))
        memory[FlightLayout.id] = UInt8(id.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[(FlightLayout.id + 1)...]).copyBytes(from: id)
        let fixed = UnsafeRawBufferPointer(rebasing: memory[..<FlightLayout.crc])
        store(UInt64(CRC32C.checksum(fixed)), FlightLayout.crc)
    }

    /// The largest content of a record, so that one record does not push all others out.
    var longest: Int { Int(capacity) / 4 }

    /// Stores a name.
    ///
    /// - Returns: Its number, or 0 if there is no space for it.
    mutating func add(name: String) -> UInt32 {
        let bytes = Array(name.utf8)
        guard bytes.count <= Int(UInt8.max), namesEnd + 1 + bytes.count < FlightLayout.ring else { return 0 }
        let start = namesEnd
        UnsafeMutableRawBufferPointer(rebasing: memory[(start + 1)...]).copyBytes(from: bytes)
        memory[start] = UInt8(bytes.count)
        namesEnd += 1 + bytes.count
        return UInt32(start)
    }

    /// Appends a record, and drops the oldest records if there is no space. Content that is too long is left out.
    mutating func append(seq: UInt64, launch: UInt64, name: UInt32, continues: Bool, content: [UInt8] = []) {
        let length = content.count > longest ? 0 : content.count
        let size = UInt64(FlightLayout.record + FlightLayout.rounded(length))
        while count >= most || head + size - tail > capacity { dropOldest() }
        let place = FlightLayout.ring + Int(head % capacity)
        let flags = continues ? FlightLayout.continues : 0
        store(seq, place)
        store(launch, place + 8)
        store(UInt64(name) | UInt64(length) << 32, place + 16)
        let check = FlightLayout.check(
            seq: seq, launch: launch, name: name, length: UInt32(length), flags: flags)
        store(UInt64(flags) | UInt64(check) << 32, place + 24)
        if length > 0 { write(content, at: head + UInt64(FlightLayout.record)) }
        count += 1
        head += size
        store(head, FlightLayout.head)
    }

    /// Removes the records that were appended after a position.
    mutating func retract(to head: UInt64, records: Int) {
        self.head = max(head, tail)
        count = max(0, count - records)
        store(self.head, FlightLayout.head)
    }

    /// Stores the entry of the last call of `react(to:)`, and whether the call is in progress.
    @inline(__always)
    func note(position seq: UInt64, isReacting: Bool) {
        store(seq << 1 | (isReacting ? 1 : 0), FlightLayout.position)
    }

    private mutating func dropOldest() {
        let place = FlightLayout.ring + Int(tail % capacity)
        let size = FlightLayout.size(content: UInt32(truncatingIfNeeded: load(place + 16) >> 32))
        // An invalid length was overwritten by another process, so no record can be trusted.
        tail = count > 0 && size <= capacity && tail + size <= head ? tail + size : head
        count = tail == head ? 0 : count - 1
        store(tail, FlightLayout.tail)
    }

    /// Writes the content, which continues at the start of the ring if it exceeds the end.
    private func write(_ content: [UInt8], at start: UInt64) {
        let place = Int(start % capacity)
        let first = min(content.count, Int(capacity) - place)
        content.withUnsafeBytes { content in
            let behind = UnsafeMutableRawBufferPointer(rebasing: memory[(FlightLayout.ring + place)...])
            behind.copyMemory(from: UnsafeRawBufferPointer(rebasing: content[..<first]))
            guard first < content.count else { return }
            let begin = UnsafeMutableRawBufferPointer(rebasing: memory[FlightLayout.ring...])
            begin.copyMemory(from: UnsafeRawBufferPointer(rebasing: content[first...]))
        }
    }

    @inline(__always)
    private func store(_ word: UInt64, _ place: Int) {
        memory.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
    }

    private func load(_ place: Int) -> UInt64 {
        UInt64(littleEndian: memory.load(fromByteOffset: place, as: UInt64.self))
    }
}
