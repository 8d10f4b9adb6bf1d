import ReactorPlatform
import ReactorRecording

/// Where a worker notes which event it is about to apply, so that whoever finds it dead knows what it died of.
///
/// The note is a page of a file that both have mapped: writing it costs no system call, and it outlives the process. It
/// holds the number of the entry in eight bytes, the length of the event's name in two, and the name; from byte 256 on the
/// length of the session's id in two, and the id; from byte 504 on how many events were begun, which says whether it goes on;
/// from byte 512 on where the process died; and from byte 520 on which invariant is asked, 0 for none and 1 for the first.
/// All of it is little-endian.
struct EventNote {
    /// What a note says.
    struct Content: Hashable {
        var seq: UInt64
        var event: String
        var session = ""
        /// The number of the invariant that was asked, nil where none was.
        var invariant: Int?
        /// Where in the app the process died, 0 where that is not known.
        var place: UInt64 = 0
    }

    private static let size = 528
    private static let nameStart = 8
    private static let sessionStart = 256
    private static let begunStart = 504
    private static let placeStart = 512
    private static let invariantStart = 520

    private let memory: UnsafeMutableRawBufferPointer

    /// Maps the note in a file, which is made when it is not there. It stays mapped until the process ends.
    init(path: String) throws(MinimiseError) {
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        try self.init(file, path)
    }

    /// A note in a new file of a folder, whose name nobody knows before and which is for its owner alone.
    static func new(in folder: String) throws(MinimiseError) -> (note: EventNote, path: String) {
        var path = Array("\(folder)/reactor-note-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (try EventNote(file, name), name)
    }

    /// Maps a file that was opened.
    private init(_ file: Int32, _ path: String) throws(MinimiseError) {
        guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
            let address = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            address != MAP_FAILED
        else { throw .worker(program: path, reason: "The note cannot be mapped (error \(errno)).") }
        close(file)
        memory = UnsafeMutableRawBufferPointer(start: address, count: Self.size)
    }

    /// Nothing is in hand.
    func clear() {
        die(at: 0)
        ask(nil)
        begin([])
    }

    /// A session is begun.
    func begin(_ session: [UInt8]) {
        reach(0, [])
        write(session, at: Self.sessionStart, upTo: Self.begunStart)
    }

    /// An entry is read.
    func reach(_ seq: UInt64, _ name: [UInt8]) {
        memory.storeBytes(of: seq.littleEndian, as: UInt64.self)
        apply(name)
    }

    /// An event is about to be applied.
    func apply(_ name: [UInt8]) {
        write(name, at: Self.nameStart, upTo: Self.sessionStart)
        let begun = number(at: Self.begunStart) &+ 1
        memory.storeBytes(of: begun.littleEndian, toByteOffset: Self.begunStart, as: UInt64.self)
    }

    /// The process is about to die at this place in the app.
    func die(at place: UInt64) {
        memory.storeBytes(of: place.littleEndian, toByteOffset: Self.placeStart, as: UInt64.self)
    }

    /// An invariant of this number is about to be asked; nil once it was.
    func ask(_ invariant: Int?) {
        let number = UInt64((invariant ?? -1) + 1)
        memory.storeBytes(of: number.littleEndian, toByteOffset: Self.invariantStart, as: UInt64.self)
    }

    /// What changes whenever an event or an entry is begun.
    var progress: [UInt64] { [number(at: 0), number(at: Self.begunStart)] }

    /// What it says now.
    var content: Content {
        let asked = number(at: Self.invariantStart)
        return Content(
            seq: number(at: 0), event: text(at: Self.nameStart), session: text(at: Self.sessionStart),
            invariant: asked == 0 ? nil : Int(asked) - 1, place: number(at: Self.placeStart))
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
