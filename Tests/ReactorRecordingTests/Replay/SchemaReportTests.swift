import Reactor
import ReactorRecording
import Testing

@Suite("Schema report")
struct SchemaReportTests {
    struct Added: Event, Codable {
        var id: Int
        var title = ""
        var color = "red"

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            color = try container.decodeIfPresent(String.self, forKey: .color) ?? "red"
        }
    }

    private let catalog = EventCatalog<Shelf>(
        version: 2, upcasting: [1: { _ in }],
        events: [
            .event(ItemAdded.self, as: "item.added", version: 2, upcasting: [1: { _ in }]),
            .event(Added.self, as: "item.colored"), .event(NoteTyped.self, as: "note.typed", version: 3),
            .event(ItemRemoved.self, as: "item.removed"), .reset(Shelf.self, as: "shelf.reset"),
        ])

    private func recording(_ events: [(String, Int, String)]) -> Recording {
        let lines = events.enumerated().map { index, event in
            JournalLine.entry(
                .delivered(
                    UInt64(index + 1),
                    RecordedEvent(name: event.0, version: event.1, payload: Array(event.2.utf8))))
        }
        return Recording(header: sample().header, lines: lines)
    }

    @Test("Every event, and the state, is fine, risky or impossible, each with its reason")
    func grades() throws {
        let report = try SchemaReport(
            of: recording([
                ("shelf.reset", 1, "{}"), ("item.added", 1, #"{"id":1,"title":"a"}"#),
                ("item.added", 2, #"{"id":1,"title":"a"}"#), ("item.colored", 1, #"{"id":1,"size":3}"#),
                ("note.typed", 1, #"{"text":"a"}"#), ("item.removed", 1, #"{"id":1}"#),
                ("item.removed", 1, #"{"id":"one"}"#), ("item.painted", 1, "{}"),
            ]), catalog: catalog)
        #expect(
            report.description == """
                risky: the state version 1, in the header; read by the upcasters from version 1 to 2
                risky: item.added version 1, 1 from entry 2; read by the upcasters from version 1 to 2
                fine: item.added version 2, 1 from entry 3
                risky: item.colored version 1, 1 from entry 4; not recorded, and read with a default: color, title; recorded and \
                not read: size
                impossible: item.painted version 1, 1 from entry 8; The recording contains the event "item.painted", which \
                the catalog does not list. List it under exactly this name, as long as recordings contain it.
                impossible: item.removed version 1, 2 from entry 6; The event "item.removed", recorded in version 1, does \
                not decode: at id, the value is not a Int. Increase its version, and add an upcaster for the recorded payloads.
                impossible: note.typed version 1, 1 from entry 5; The event "note.typed" was recorded in version 1, and \
                the catalog has no upcaster from 1 to 2 on the way to 3. Add upcasting: [1: { … }] to its line.
                fine: shelf.reset version 1, 1 from entry 1
                """)
        #expect(report.grade == .impossible)
    }

    @Test("A recording of today's program is fine throughout")
    func fine() async throws {
        let (recording, _) = try await recordedSession(seed: 2)
        let report = try SchemaReport(of: recording, catalog: Shelf.catalog)
        #expect(report.grade == .fine, "\(report)")
        #expect(report.lines.count > 5)
    }
}
