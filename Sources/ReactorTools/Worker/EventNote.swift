import ReactorPlatform
import ReactorRecording

/// The note in which a worker stores the event that it is about to apply, so that the cause of a crash is known.
///
/// The note is a page of a file that both processes map: writing it needs no system call, and it outlives the worker. All numbers
/// are little-endian. The page contains the number of the entry in eight bytes, the length of the event's name in two, and the
/// name. At byte 504 is the number of begun events, which shows progress, and at 512 the place of a crash.
struct EventNote {
    private static let size = 520
    private static let nameStart = 8
    private static let begunStart = 504
    private static let placeStart = 512

    private let memory: UnsafeMutableRawBufferPointer

    /// Maps the note in a file, which is created if it does not exist. It stays mapped until the process ends.
    init(path: String) throws(MinimiseError) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        try self.init(file, path)
    }

    /// Creates a note in a new file of a folder, with an unpredictable name and for its owner only.
    static func new(in folder: String) throws(MinimiseError) -> (note: EventNote, path: String) {
        var path = Array("\(folder)/reactor-note-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (try EventNote(file, name), name)
    }

    /// Maps an open file.
    private init(_ file: Int32, _ path: String) throws(MinimiseError) {
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
            let address = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            address != MAP_FAILED
        else { throw .worker(program: path, reason: "The note cannot be mapped (error \(errno)).") }
        close(file)
        memory = UnsafeMutableRawBufferPointer(start: address, count: Self.size)
    }

    /// Notes that no work is in progress.
    func clear() {
        die(at: 0)
        reach(0, [])
    }

    /// Notes an entry that was read.
    func reach(_ seq: UInt64, _ name: [UInt8]) {
        memory.storeBytes(of: seq.littleEndian, as: UInt64.self)
        apply(name)
    }

    /// Notes an event before it is applied.
    func apply(_ name: [UInt8]) {
        write(name, at: Self.nameStart, upTo: Self.begunStart)
        let begun = number(at: Self.begunStart) &+ 1
        memory.storeBytes(of: begun.littleEndian, toByteOffset: Self.begunStart, as: UInt64.self)
    }

    /// Notes the place of a crash.
    func die(at place: UInt64) {
        memory.storeBytes(of: place.littleEndian, toByteOffset: Self.placeStart, as: UInt64.self)
    }

    /// The numbers that change whenever an event or an entry begins.
    var progress: [UInt64] { [number(at: 0), number(at: Self.begunStart)] }

    var content: NotedEvent {
        NotedEvent(
            seq: number(at: 0), event: text(at: Self.nameStart), place: number(at: Self.placeStart))
    }

    private func number(at start: Int) -> UInt64 {
        UInt64(littleEndian: memory.load(fromByteOffset: start, as: UInt64.self))
    }

    private func write(_ text: [UInt8], at start: Int, upTo end: Int) {
        let count = min(text.count, end - start - 2)
        memory.storeBytes(of: UInt16(count).littleEndian, toByteOffset: start, as: UInt16.self)
        UnsafeMutableRawBufferPointer(rebasing: memory[(start + 2)...]).copyBytes(from: text[..<count])
    }

    private func text(at start: Int) -> String {
        let count = Int(UInt16(littleEndian: memory.load(fromByteOffset: start, as: UInt16.self)))
        return String(decoding: memory[(start + 2)..<(start + 2 + count)], as: UTF8.self)
    }
}

/// The event that a worker has begun to apply.
struct NotedEvent: Hashable {
    var seq: UInt64
    var event: String
    /// The place of the crash in the app, or 0 if it is not known.
    var place: UInt64 = 0
}
