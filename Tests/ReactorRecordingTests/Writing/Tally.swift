import Reactor
import Testing

@testable import ReactorRecording

/// A state that consists of its log, so that a journal of it differs from any other.
struct Tally: State, Hashable {
    var numbers: [Int] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Counted: numbers.append(event.number)
        case is Reset<Tally>: numbers = []
        default: break
        }
    }
}

struct Counted: Event, Hashable {
    var number: Int
    /// The length of its payload beyond its number.
    var padding = 0

    init(_ number: Int, padding: Int = 0) {
        self.number = number
        self.padding = padding
    }
}

/// An event that the catalog of these tests does not list.
struct Unheard: Event {}

struct Unwritable: Error {}

extension JournalContent {
    static let tally = JournalContent(schema: JournalSchema(events: ["counted": 1, "reset": 1])) { event in
        switch event {
        case let event as Counted:
            if event.number < 0 { throw Unwritable() }
            let padding = event.padding > 0 ? #","x":""# + String(repeating: "x", count: event.padding) + "\"" : ""
            return RecordedEvent(name: "counted", payload: Array(#"{"number":\#(event.number)\#(padding)}"#.utf8))
        case is Reset<Tally>: return RecordedEvent(name: "reset")
        default: return RecordedEvent(name: "\(type(of: event))", gap: .unregistered)
        }
    }
}

extension JournalEncoding<Tally> {
    static let tally = JournalEncoding<Tally>(
        state: { Array("\($0.numbers)".utf8) }, digest: { "\(CRC32C.checksum($0))" }, content: .tally)
}

extension JournalHeader {
    static let tally = JournalHeader(
        id: "", app: "", at: Timestamp(millisecondsSince1970: 0), schema: JournalContent.tally.schema,
        base: Array("[]".utf8))
}

extension JournalConfiguration {
    static func test(
        _ fileSystem: any FileSystem, durability: Durability = .process, rotation: Rotation = Rotation(),
        checkEvery: Int = 1_000
    ) -> JournalConfiguration {
        var configuration = JournalConfiguration(
            app: "tally", durability: durability, rotation: rotation, checkEvery: checkEvery, gathering: .zero,
            now: { Timestamp(millisecondsSince1970: 1_767_254_400_000) }, report: { _ in })
        configuration.fileSystem = fileSystem
        return configuration
    }
}

extension JournalEntry {
    /// The number that a `Counted` carries.
    var number: Int? {
        event.flatMap { event in
            Int(String(decoding: event.payload, as: UTF8.self).dropFirst(#"{"number":"#.count).prefix { $0.isNumber })
        }
    }
}

extension JournalHeader {
    /// The numbers of the state.
    var numbers: [Int] {
        String(decoding: base, as: UTF8.self).dropFirst().dropLast().split(separator: ",").compactMap {
            Int($0.filter(\.isNumber))
        }
    }
}

/// The state of a replayed recording in the simplest implementation: confirmed events only.
struct Folded: Hashable, Sendable {
    var numbers: [Int] = []
    var seq: UInt64 = 0
    var entries: [JournalEntry] = []

    init() {}

    /// The content of a recording without an incomplete end.
    init(_ path: String, _ fileSystem: any FileSystem) throws {
        var reader = try RecordingReader(path: path, fileSystem)
        while let line = try reader.next() { add(line) }
        #expect(reader.torn == nil)
    }

    mutating func add(_ line: JournalLine) {
        switch line {
        case .header(let header):
            numbers = header.numbers
            seq = header.from
        case .entry(let entry):
            if let number = entry.number { numbers.append(number) }
            seq = entry.seq
            entries.append(entry)
        case .check: break
        }
    }
}
