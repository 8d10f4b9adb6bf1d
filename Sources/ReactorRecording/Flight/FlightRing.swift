/// Where things stand in the file of a flight recorder. Numbers are little-endian.
///
///     0      what kind of file it is, the size of the ring, the journal's id, and the check of these
///     128    words that change: behind the newest record, the oldest one, what is at work
///     256    names of events, each with its length before it
///     16384  the ring: records at multiples of 32 bytes, each with its check
enum FlightLayout {
    static let magic = Array("reactor-flight-1".utf8)
    static let capacity = 16
    static let id = 24
    static let idLength = 88
    static let crc = 120
    static let head = 128
    static let tail = 136
    /// The last entry that `react(to:)` has begun with, and in the lowest bit whether it has not returned.
    static let position = 144
    static let names = 256
    static let ring = 16_384
    /// What a record takes without its content, and what all places are multiples of.
    static let record = 32
    /// A record that belongs to the same step as the one before it.
    static let continues: UInt32 = 1

    static func rounded(_ bytes: Int) -> Int { (bytes + record - 1) / record * record }

    /// The size of a record whose content has this length. A damaged length need not fit into an `Int`.
    static func size(content length: UInt32) -> UInt64 {
        let record = UInt64(record)
        return record + (UInt64(length) + record - 1) / record * record
    }

    /// The check of a record's own words.
    static func check(seq: UInt64, launch: UInt64, name: UInt32, length: UInt32, flags: UInt32) -> UInt32 {
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        var hash = (seq ^ 0x5245_4143_544F_5231) &* factor
        hash = (hash ^ hash >> 32 ^ launch) &* factor
        hash = (hash ^ hash >> 32 ^ (UInt64(name) << 32 | UInt64(length))) &* factor
        hash = (hash ^ hash >> 32 ^ UInt64(flags)) &* factor
        return UInt32(truncatingIfNeeded: hash >> 32)
    }
}

/// Writes the memory of a flight recorder: the newest records in a ring, bounded in number and bytes. Nothing here calls
/// the system.
///
/// The words that say where the ring begins and ends are changed before something is written over, and after something
/// was written, each in one store. So whenever the process is stopped, what lies between them is whole; what of it a loss of
/// power leaves, the checks say.
struct FlightRing {
    private let memory: UnsafeMutableRawBufferPointer
    private let capacity: UInt64
    private let most: Int
    private(set) var head: UInt64 = 0
    private var tail: UInt64 = 0
    private var count = 0
    private var namesEnd = FlightLayout.names

    /// How many bytes the file has whose ring has room for so many.
    static func size(_ bytes: Int) -> Int { FlightLayout.ring + max(FlightLayout.rounded(bytes), 1_024) }

    /// A ring in memory of ``size(_:)``, all of it zero.
    ///
    /// - Parameter most: how many records there may be.
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

    /// The longest content that a record may have, so that it does not push everything else out.
    var longest: Int { Int(capacity) / 4 }

    /// Keeps a name.
    ///
    /// - Returns: its number, 0 where there is no room for it.
    mutating func add(name: String) -> UInt32 {
        let bytes = Array(name.utf8)
        guard bytes.count <= Int(UInt8.max), namesEnd + 1 + bytes.count < FlightLayout.ring else { return 0 }
        let start = namesEnd
        UnsafeMutableRawBufferPointer(rebasing: memory[(start + 1)...]).copyBytes(from: bytes)
        memory[start] = UInt8(bytes.count)
        namesEnd += 1 + bytes.count
        return UInt32(start)
    }

    /// Appends a record, and drops the oldest where there is no room. Content that is too long is left out.
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

    /// Removes what was appended since the head stood there.
    mutating func retract(to head: UInt64, records: Int) {
        self.head = max(head, tail)
        count = max(0, count - records)
        store(self.head, FlightLayout.head)
    }

    /// Says what `react(to:)` has begun with last, and whether it has returned.
    @inline(__always)
    func note(position seq: UInt64, isReacting: Bool) {
        store(seq << 1 | (isReacting ? 1 : 0), FlightLayout.position)
    }

    private mutating func dropOldest() {
        let place = FlightLayout.ring + Int(tail % capacity)
        let size = FlightLayout.size(content: UInt32(truncatingIfNeeded: load(place + 16) >> 32))
        // What is not a length was written over by somebody else: nothing that is here can be relied upon.
        tail = count > 0 && size <= capacity && tail + size <= head ? tail + size : head
        count = tail == head ? 0 : count - 1
        store(tail, FlightLayout.tail)
    }

    /// The content, the end of it at the beginning of the ring where it reaches beyond the end.
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
