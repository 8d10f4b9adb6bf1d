import ReactorRecording

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where a worker notes which event it is about to apply, so that whoever finds it dead knows what it died of.
///
/// The note is a page of a file that both have mapped: writing it costs no system call, and it outlives the process. It
/// holds the number of the entry in eight bytes, the length of the event's name in two, and the name; little-endian.
struct EventNote {
    /// What a note says.
    struct Content: Hashable {
        var seq: UInt64
        var event: String
    }

    private static let size = 512
    private static let nameStart = 10

    private let memory: UnsafeMutableRawBufferPointer

    /// Maps the note in a file, which is made when it is not there. It stays mapped until the process ends.
    init(path: String) throws(MinimiseError) {
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
            let address = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            address != MAP_FAILED
        else { throw .worker(program: path, reason: "The note cannot be mapped (error \(errno)).") }
        close(file)
        memory = UnsafeMutableRawBufferPointer(start: address, count: Self.size)
    }

    /// Nothing is about to be applied.
    func clear() { reach(0, []) }

    /// An entry is read.
    func reach(_ seq: UInt64, _ name: some Collection<UInt8>) {
        memory.storeBytes(of: seq.littleEndian, as: UInt64.self)
        apply(name)
    }

    /// An event is about to be applied.
    func apply(_ name: some Collection<UInt8>) {
        let count = min(name.count, Self.size - Self.nameStart)
        memory.storeBytes(of: UInt16(count).littleEndian, toByteOffset: 8, as: UInt16.self)
        for (index, byte) in name.prefix(count).enumerated() { memory[Self.nameStart + index] = byte }
    }

    /// What it says now; nil when nothing is about to be applied.
    var content: Content? {
        let seq = UInt64(littleEndian: memory.load(as: UInt64.self))
        let count = Int(UInt16(littleEndian: memory.load(fromByteOffset: 8, as: UInt16.self)))
        guard seq > 0 else { return nil }
        return Content(
            seq: seq, event: String(decoding: memory[Self.nameStart..<Self.nameStart + count], as: UTF8.self))
    }
}
