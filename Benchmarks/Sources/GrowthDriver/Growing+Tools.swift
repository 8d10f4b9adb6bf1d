import Foundation
import Reactor
import ReactorRecording
import ReactorTools
import Workloads

/// Subcommands of the journal tool, on recordings in which every entry adds a row, and on a small state.
extension Growing {
    static let tools =
        asked(Listed.self, "KeyedRows", path: "rows[id=7].grams", never: "rows[*].grams > 100")
        + asked(Plain.self, "an array", path: "rows[id=7].grams", never: "rows[*].grams > 100")
        + asked(Small.self, "a small state", path: "settings.size", never: "settings.size > 100")

    private static func asked<Asked: AskedState>(
        _ state: Asked.Type, _ shape: String, path: String, never: String
    ) -> [Growing] {
        let questions = [
            ("check -o", ["check", "-o", "/dev/null"]), ("bisect", ["bisect", "--when", never]),
            ("inspect", ["inspect", "-o", "/dev/null"]), ("why", ["why", "--path", path]),
        ]
        return questions.map { name, words in
            Growing("journal \(name), \(shape)", "entries", count: 500) { n, span in
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                    "growth-\(UUID().uuidString)"
                ).path
                defer { try? FileManager.default.removeItem(atPath: folder) }
                let opened = try await Core.open(
                    journal: folder, initial: Asked(), catalog: Asked.catalog,
                    configuration: JournalConfiguration(app: "asked", durability: .process))
                for number in 0..<n { opened.core.fire(event: Put(id: number)) }
                await opened.core.settled()
                try await opened.close()
                let tool = JournalTool(Asked.catalog, app: "asked")
                // The script reads standard output.
                let output = dup(1)
                let nowhere = open("/dev/null", O_WRONLY)
                dup2(nowhere, 1)
                let code = await span { await tool.run(words + [folder]) }
                dup2(output, 1)
                for descriptor in [output, nowhere] { close(descriptor) }
                try check(code == 0, "\(name) ended with \(code)")
            }
        }
    }
}

private protocol AskedState: State, Codable {
    init()
    static var catalog: EventCatalog<Self> { get }
}

extension AskedState {
    static var catalog: EventCatalog<Self> { EventCatalog(events: [.event(Put.self, as: "put")]) }
}

private struct Put: Event, Codable { let id: Int }

private struct Row: Codable, Sendable, Identifiable {
    var id: Int
    var grams = 0
    var owner = "Ada"
}

private struct Listed: AskedState {
    var rows = KeyedRows<Int, Row>()
    var count = 0

    mutating func react(to event: any Event) {
        guard let event = event as? Put else { return }
        count += 1
        rows.append(Row(id: event.id))
    }
}

private struct Plain: AskedState {
    var rows: [Row] = []
    var count = 0

    mutating func react(to event: any Event) {
        guard let event = event as? Put else { return }
        count += 1
        rows.append(Row(id: event.id))
    }
}

private struct Small: AskedState {
    struct Settings: Codable { var isDark = false, size = 12, name = "Ada" }
    var settings = Settings()
    var count = 0
    var title = "a title that is not short"
    var tags = ["a", "b", "c"]
    var places = ["home": 1, "work": 2]

    mutating func react(to event: any Event) {
        guard let event = event as? Put else { return }
        count += 1
        if event.id % 100 == 0 { settings.size = event.id % 20 }
    }
}
