import Foundation
import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorRecording
@testable import ReactorTools

@Suite("A live inspection")
struct LiveInspectionTests {
    /// The content of a page: its rows, and the values that they refer to.
    private struct PageContent: Equatable {
        var rows: [JSON]
        var tables: [String: [JSON]]
        static let names = ["names", "ends", "causes", "places"]

        init(_ page: [UInt8]) throws {
            let page = PageReader(page)
            let header = try page.json(id: "recording")
            rows = try page.rows()
            tables = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, header[$0]?.array ?? []) })
        }

        /// The last entry that the page has.
        func seq(from: UInt64) -> UInt64 { rows.last?[0]?.int.map { UInt64($0) } ?? from }

        mutating func take(_ update: [UInt8]?) throws {
            let update = try JSON(parsing: #require(update))
            rows += try #require(update["rows"]?.array)
            for name in Self.names { tables[name, default: []] += try #require(update[name]?.array) }
        }
    }

    private static func live(_ sample: SampleRecording, redactor: Redactor? = nil) -> Inspection {
        Inspection(of: sample.facts, base: sample.base, redactor: redactor, isLive: true)
    }

    @Test(arguments: 1...UInt64(Loops.rounds(of: 200)))
    func pagesThatAreGivenWhatCameHoldWhatAWholePageHolds(_ seed: UInt64) throws {
        let sample = SampleRecording(count: 200, seed: seed)
        var random = SeededRandom(seed: seed)
        var (whole, live) = (Inspection(of: sample.facts, base: sample.base), Self.live(sample))
        var open: [PageContent] = [try PageContent(live.page())]
        for step in sample.steps {
            whole.append(step)
            live.append(step)
            if random.chance(3) { open.append(try PageContent(live.page())) }
            for index in open.indices where random.chance(10) {
                try open[index].take(live.update(after: open[index].seq(from: 0)))
            }
        }
        let expected = try PageContent(whole.page())
        for index in open.indices {
            try open[index].take(live.update(after: open[index].seq(from: 0)))
            #expect(open[index] == expected)
        }
        #expect(try PageContent(live.page()) == expected)
    }

    @Test func aPageThatIsFurtherBackThanTenThousandEntriesIsToBeLoadedAnew() throws {
        let facts = RecordingFacts(id: "1", app: "a", from: 500)
        var live = Inspection(of: facts, base: ["n": 0], isLive: true)
        #expect(live.update(after: 500) != nil)
        for seq in 501...30_500 as ClosedRange<UInt64> {
            live.append(
                InspectedStep(seq: seq, at: 0, name: "counted", state: .json(["n": .number(JSON.Number(seq % 7))])))
        }
        #expect(live.update(after: 500) == nil)
        let rows = try JSON(parsing: #require(live.update(after: 20_500)))["rows"]?.array
        #expect(rows?.count == 10_000 && rows?.first?[0] == 20_501)
        #expect(live.update(after: 30_500) != nil)
        #expect(live.update(after: 30_501) == nil, "A page cannot contain data that it did not receive.")
        #expect(Inspection(of: facts, base: 0).update(after: 500) == nil)
    }

    @Test func aSecretIsInNoUpdate() throws {
        let sample = SampleRecording(count: 60)
        var secret = try #require(sample.steps.last)
        (secret.seq, secret.payload) = (61, ["password": "planted-secret"])
        secret.state = .json(["owner": ["token": "planted-secret-of-the-state"]])
        for (redactor, isThere) in [
            (nil, true), (Redactor(state: [["owner", "token"]], events: ["*": [["password"]]]), false),
        ] {
            var live = Self.live(sample, redactor: redactor)
            for step in sample.steps + [secret] { live.append(step) }
            let update = String(decoding: try #require(live.update(after: 60)), as: UTF8.self)
            for text in ["planted-secret\"", "planted-secret-of-the-state"] {
                #expect(update.contains(text) == isThere)
            }
        }
    }

    @Test func linesReadOneByOneMakeThePageOfTheWhole() async throws {
        let shelf = try ShelfTool()
        let path = try await shelf.record("growing") { core in
            for title in ["Emma", "Ulysses"] { core.fire(event: BookAdded(title: title)) }
            core.fire(events: [BookAdded(title: "Dune"), BookLent(title: "Emma"), BookAdded(title: "Emma")])
            let prediction = core.predict(BookAdded(title: "Middlemarch"))
            core.perform { $0.fire(event: BookLent(title: "Dune")) }
            await core.settled()
            prediction.rollback()
            core.fire(event: OwnerChanged(owner: Confidential("Grace")))
            await core.settled()
        }
        let recording = try Recording(path: path)
        let whole = try PageContent(Inspection(of: recording, catalog: Shelf.catalog, redactor: .confidential).page())
        for count in 0...recording.lines.count {
            let before = Recording(header: recording.header, lines: Array(recording.lines.prefix(count)))
            var live = try LiveInspection(of: before, catalog: Shelf.catalog, redactor: .confidential)
            var page = try PageContent(live.page())
            #expect(page.rows.count == Int(live.seq))
            // The tail begins with the segment: known entries are skipped.
            for line in [.header(recording.header)] + recording.lines {
                try live.read(line)
                try page.take(live.update(after: page.seq(from: live.from)))
                let group = page.rows.last.map { ($0[8]?.int, $0[9]?.int) }
                #expect(group?.0 == group?.1, "A group is delivered when it is complete.")
            }
            #expect(page == whole)
            #expect(try PageContent(live.page()) == whole)
        }
        #expect(whole.rows.count > 8 && whole.tables["causes"]?.isEmpty == false)
    }

    @Test func aLineThatDoesNotFollowIsReported() throws {
        let shelf = try ShelfTool()
        let title = RecordedEvent(name: "book.added", payload: Array(#"{"title":"Emma"}"#.utf8))
        let at = Timestamp(millisecondsSince1970: 0)
        let path = try shelf.forged("one.jsonl") {
            [.header($0), .entry(JournalEntry(seq: 1, at: at, event: title))]
        }
        var live = try LiveInspection(of: RecordingFile(path: path), catalog: Shelf.catalog)
        #expect(throws: ReplayError.self) {
            try live.read(.entry(JournalEntry(seq: 3, at: at, event: title)))
        }
        #expect(live.seq == 1)
    }

    @Test func onlyAPageThatGoesOnMayAskItsServerAndNobodyElse() throws {
        let sample = SampleRecording(count: 3)
        let text = String(decoding: Self.live(sample).page(), as: UTF8.self)
        #expect(text.contains("connect-src 'self'; base-uri 'none'"))
        #expect(text.contains("<body data-live>") && text.contains("new EventSource("))
        let script = try #require(
            text.components(separatedBy: "<script>").last?.components(separatedBy: "</script>").first)
        #expect(text.contains("script-src \(ContentHash.source(script));"))
        let other = String(decoding: Inspection(of: sample.facts, base: sample.base).page(), as: UTF8.self)
        #expect(!other.contains("connect-src") && !other.contains("data-live") && !other.contains("EventSource"))
    }
}
