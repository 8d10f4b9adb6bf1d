import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("The outcome of a verification")
struct VerificationOutcomeTests {
    struct Added: Event, Codable { var number: Int }

    /// Two programs of one form, of which the second counts otherwise.
    struct Old: State, Codable {
        var count = 0
        var names = ["a"]
        var sum = 0
        mutating func react(to event: any Event) {
            guard let event = event as? Added else { return }
            (count, sum) = (count + 1, sum + event.number)
        }
    }
    struct New: State, Codable {
        var count = 0
        var names = ["a"]
        var sum = 0
        mutating func react(to event: any Event) {
            guard let event = event as? Added else { return }
            (count, sum) = (count + 1, sum + 2 * event.number)
        }
    }

    private static func catalog<StateType: State & Codable>(_: StateType.Type, _ name: String = "added")
        -> EventCatalog<StateType>
    {
        EventCatalog(events: [.event(Added.self, as: name)])
    }

    private static func recorded() async throws -> JournalOnDisk {
        let folder = JournalOnDisk()
        let opened = try await folder.open(Old(), catalog(Old.self))
        for number in 1...4 { opened.core.fire(event: Added(number: number)) }
        try await opened.close()
        return folder
    }

    @Test("A digest difference names the member with its current value, without a recorded state")
    func members() async throws {
        let folder = try await Self.recorded()
        #expect(Verification(at: folder.path, catalog: Self.catalog(Old.self)).outcome == .same)
        let verification = Verification(at: folder.path, catalog: Self.catalog(New.self))
        guard case .differs(let finding) = verification.outcome else {
            Issue.record("\(verification.outcome)")
            return
        }
        #expect(finding.difference == .differs(after: 0, through: 4, .members([.init(name: "sum", now: 20)])))
        #expect(finding.seq == 4 && finding.path.map { "\($0)" } == "sum")
        #expect(finding.before == nil && finding.now == 20)
        #expect(finding.description.hasSuffix("\nThe replayed values of the members that differ:\nsum: 20"))
    }

    @Test("Damaged and unreadable recordings are outcomes, and earlier entries are compared")
    func unreadable() async throws {
        let folder = try await Self.recorded()
        let other = Verification(at: folder.path, catalog: Self.catalog(Old.self, "other"))
        #expect(other.outcome == .unreadable(ReplayError.catalog(CatalogError.unknownName("added"), seq: 1)))
        let file = "\(folder.path)/segment-000001.jsonl"
        var bytes = Array(try Data(contentsOf: URL(filePath: file)))
        let place = try #require(String(decoding: bytes, as: UTF8.self).range(of: "\"seq\":3"))
        let offset = String(decoding: bytes, as: UTF8.self).utf8.distance(
            from: "".startIndex, to: place.lowerBound)
        bytes[offset + 2] ^= 1
        try Data(bytes).write(to: URL(filePath: file))
        let damaged = Verification(at: folder.path, catalog: Self.catalog(Old.self))
        guard case .damaged(let error) = damaged.outcome, let damage = error.damage else {
            Issue.record("\(damaged.outcome)")
            return
        }
        #expect(damage.line == 4 && damaged.entries == 2 && damaged.seq == 2)
        let nothing = Verification(at: "\(folder.path)/none", catalog: Self.catalog(Old.self))
        #expect(nothing.outcome == .unreadable(.journal(.notJournal(path: "\(folder.path)/none"))))
    }

    // MARK: Checks of members

    @Test("Checks are computed from the canonical bytes of members; tables and non-objects have none")
    func checks() {
        let bytes = Array(#"{"a":[1,{"b":"}\",{"}],"name":"x","z":{}}"#.utf8)
        #expect(
            MemberChecks.of(bytes) == [
                "a": CRC32C.checksum(Array(#"[1,{"b":"}\",{"}]"#.utf8)), "name": CRC32C.checksum(Array(#""x""#.utf8)),
                "z": CRC32C.checksum(Array("{}".utf8)),
            ])
        for none in ["{}", "[1,2]", "7", #""text""#] { #expect(MemberChecks.of(Array(none.utf8)) == nil) }
        let table = "{" + (0..<60).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        #expect(MemberChecks.of(Array(table.utf8)) == nil)
        #expect(MemberChecks.differing(["a": 1, "b": 2, "c": 3], ["b": 2, "c": 4, "d": 5]) == ["a", "c", "d"])
    }
}
