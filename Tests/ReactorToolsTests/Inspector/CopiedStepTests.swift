import Reactor
import ReactorRecording
import ReactorTesting
import Testing

@Suite("A step of a test, copied from the page")
struct CopiedStepTests {
    private struct Added: Event, Codable { var grams: Int }
    private struct Named: Event, Codable { var name: String }

    private struct Diary: State, Codable, Equatable {
        var grams = 0
        var names: [String] = []

        mutating func react(to event: any Event) {
            if let event = event as? Added { grams += event.grams }
            if let event = event as? Named { names.append(event.name) }
        }

        static let catalog = EventCatalog<Diary>(
            events: [.event(Added.self, as: "diary.added"), .event(Named.self, as: "diary.named")])
    }

    @Test("A copied step fires the recorded event or group without an initializer, and checks the changes")
    func fires() async throws {
        let catalog = Diary.catalog
        let core = TestCore(state: Diary())

        // #1 diary.added
        try await core.fire(
            event: try catalog.decode(
                RecordedEvent(
                    name: "diary.added", version: 1,
                    payload: Array(#"{ "grams": 81500 }"#.utf8)))
        ) {
            $0.grams = 81500
        }

        // #2 diary.added, diary.named
        try await core.fire(events: [
            try catalog.decode(
                RecordedEvent(
                    name: "diary.added", version: 1,
                    payload: Array(#"{ "grams": 230 }"#.utf8))),
            try catalog.decode(
                RecordedEvent(
                    name: "diary.named", version: 1,
                    payload: Array(##"{ "name": "\"#1" }"##.utf8))),
        ]) {
            $0.grams = 81730
            $0.names.insert("\"#1", at: 0)
        }
        try await core.finish()
    }
}
