import Foundation
import Reactor
import ReactorRecording

/// A list of errands, as a small program keeps it that offers its users their past.
struct Errands: State, Codable, Equatable {
    var left: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as ErrandNoted: left.append(event.what)
        case let event as ErrandDone: left.removeAll { $0 == event.what }
        case let event as Restored<Errands>: event.restore(&self)
        default: break
        }
    }

    static let catalog = EventCatalog<Errands>(events: [
        .event(ErrandNoted.self, as: "errand.noted"), .event(ErrandDone.self, as: "errand.done"),
    ])

    static func words(_ event: any Event) -> String? {
        switch event {
        case let event as ErrandNoted: "noted \(event.what)"
        case let event as ErrandDone: "did \(event.what)"
        default: nil
        }
    }
}

struct ErrandNoted: Event, Codable { let what: String }
struct ErrandDone: Event, Codable { let what: String }

/// One run of the program: opens its journal, does one thing, and closes it.
private func errands(_ folder: String, _ arguments: String...) async throws -> [String] {
    let opened = try await Core.open(
        journal: folder, initial: Errands(), catalog: Errands.catalog,
        configuration: JournalConfiguration(app: "errands"))
    var lines = try await opened.answer(arguments, words: Errands.words) { errands, verb in
        errands.left + verb.dropFirst()
    }
    if lines == nil {
        switch arguments[0] {
        case "note": opened.core.fire(event: ErrandNoted(what: arguments[1]))
        case "do": opened.core.fire(event: ErrandDone(what: arguments[1]))
        default: lines = await opened.core.state.left
        }
    }
    try await opened.close()
    return lines ?? []
}

@MainActor
func checkPasts() async throws {
    let folder = DiaryFolder().path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for errand in ["bread", "post", "paint"] { _ = try await errands(folder, "note", errand) }
    _ = try await errands(folder, "do", "post")
    func expect(_ lines: [String], _ arguments: String...) async throws {
        let said =
            switch arguments.count {
            case 1: try await errands(folder, arguments[0])
            case 2: try await errands(folder, arguments[0], arguments[1])
            default: try await errands(folder, arguments[0], arguments[1], arguments[2])
            }
        Check.holds(said == lines, "\(arguments): \(said)")
    }
    try await expect(["Undone: did post"], "undo")
    try await expect(["Undone: noted paint"], "undo")
    try await expect(["Done again: noted paint"], "redo")
    try await expect(["Put back: noted bread"], "restore", "1")
    try await expect(["post", "paint"], "list")
    try await expect(["bread", "post"], "--at", "2", "list")
    try await expect(["Undone: put back: noted bread"], "undo")
    try await expect(["bread", "post", "paint"], "list")
    let past = try Past(of: folder, catalog: Errands.catalog, words: Errands.words)
    Check.holds(past.deeds.map(\.number) == [1, 2, 3, 4, 8], "\(past.deeds)")
    Check.holds(past.deeds.map(\.isUndone) == [false, false, false, true, true], "\(past.deeds)")
    do {
        _ = try await errands(folder, "restore", "soon")
        Check.holds(false, "no number was taken for one")
    } catch let error as PastError {
        Check.holds(error.isMistyped && "\(error)".contains("restore N"), "\(error)")
    }
}
