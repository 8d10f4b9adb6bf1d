import Foundation
import Reactor
import Testing

@testable import ReactorRecording

@Suite("The places in a journal")
struct JournalCallSitesTests {
    @Test("The text of each call site is written once, with its number, also after a new opening")
    func writtenOnce() async throws {
        let folder = JournalOnDisk()
        for life in 1...3 {
            let opened = try await folder.open(Shelf(), Shelf.catalog)
            for id in 1...4 {
                opened.core.fire(
                    event: ItemAdded(id: life * 10 + id, title: "a"), fileID: "App/List.swift", line: UInt(id % 2 + 5))
            }
            _ = await opened.core.state
            try await opened.close()
        }
        #expect(try folder.entries.map(\.place) == (1...12).map { "App/List.swift:\($0 % 2 + 5)" })
        let text = try String(contentsOfFile: "\(folder.path)/\(folder.segments[0])", encoding: .utf8)
        #expect(text.components(separatedBy: "List.swift").count - 1 == 2)
    }

    private struct Adding: Command {
        let id: Int
        func execute(state: Shelf, core: Core<Shelf>) async throws {
            core.fire(event: ItemAdded(id: id, title: "a"), fileID: "App/Adding.swift", line: 7)
        }
    }

    @Test("An entry has the call sites of its event and of its command, also if the command waited")
    func waited() async throws {
        let folder = JournalOnDisk()
        let opened = try await folder.open(Shelf(), Shelf.catalog)
        for isSuspended in [false, true] {
            if isSuspended { try await opened.suspend() }
            let id = isSuspended ? 10 : 0
            opened.core.fire(event: ItemAdded(id: id + 1, title: "a"), fileID: "App/List.swift", line: 5)
            let adding = opened.core.fire(command: Adding(id: id + 2), fileID: "App/List.swift", line: 6)
            _ = await adding.outcome
            guard isSuspended else { continue }
            let other = try await folder.open(Shelf(), Shelf.catalog)
            other.core.fire(event: ItemAdded(id: 9, title: "a"), fileID: "App/Other.swift", line: 8)
            _ = await other.core.state
            try await other.close()
            try await opened.resume()
        }
        try await opened.close()
        let places = try folder.entries.map { "\($0.place ?? "nowhere") \($0.cause?.place ?? "nowhere")" }
        let own = ["App/List.swift:5 nowhere", "App/Adding.swift:7 App/List.swift:6"]
        #expect(places == own + ["App/Other.swift:8 nowhere"] + own)
    }

    @Test("A continued reader has the earlier call sites")
    func readOn() throws {
        var writer = LineWriter()
        writer.write(
            JournalHeader(id: "a", app: "tests", at: .zero, schema: Shelf.catalog.schema, base: Array("{}".utf8)))
        for seq in 1...6 {
            writer.write(
                JournalEntry(
                    seq: UInt64(seq), at: .zero,
                    cause: JournalCause(command: "Load", launch: 1, place: "App/A.swift:1"),
                    place: seq.isMultiple(of: 2) ? "App/A.swift:1" : "App/B.swift:2",
                    event: RecordedEvent(name: "a", payload: Array("{}".utf8))))
        }
        let folder = JournalOnDisk()
        let fileSystem = SystemFileSystem()
        try fileSystem.makeFolders(folder.path)
        let path = "\(folder.path)/segment-000001.jsonl"
        try fileSystem.open(path, .replace).writeAll(writer.bytes, at: 0)
        let file = try fileSystem.open(path, .read)
        var reader = SegmentReader(LineSource(file))
        for _ in 1...4 { _ = try reader.next() }
        var behind = SegmentReader(file, behind: reader.position)
        var places: [String] = []
        while case .entry(let entry)? = try behind.next() {
            places.append("\(entry.place ?? "") \(entry.cause?.place ?? "")")
        }
        #expect(
            places == ["App/A.swift:1 App/A.swift:1", "App/B.swift:2 App/A.swift:1", "App/A.swift:1 App/A.swift:1"])
    }

    @Test("An entry whose call site was defined in a lost line is read without a call site")
    func lostDefinition() throws {
        func line(_ writer: inout LineWriter, _ seq: UInt64) -> [UInt8] {
            writer.bytes = []
            writer.write(
                JournalEntry(
                    seq: seq, at: .zero, place: "App/A.swift:1", event: RecordedEvent(name: "a", payload: [0x31])))
            return Array(writer.bytes.dropLast())
        }
        var writer = LineWriter()
        _ = line(&writer, 1)
        var reader = LineReader(after: writer.crc)
        guard case .entry(let entry) = try reader.read(line(&writer, 2)) else {
            Issue.record("no entry")
            return
        }
        #expect(entry.place == nil)
        #expect(entry.event?.name == "a")
    }
}
