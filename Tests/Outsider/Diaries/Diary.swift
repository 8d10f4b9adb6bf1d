import Foundation
import Reactor
import ReactorRecording
import ReactorTools

/// The diary of today, as in the guides "Recording" and "Recordings at work": its second version, with child states.
struct Diary: State, Codable, Equatable {
    var pages: [Page] = []
    var draft = Undoable(Draft())
    var days = RequestStatus<[String], String>()
    var reminder: Reminder?

    mutating func react(to event: any Event) {
        if let event = event as? PageWritten { pages.append(Page(text: event.text, mood: event.mood)) }
        if event is ReminderSet { reminder = Reminder() }
        if event is Reset<Reminder> { reminder = nil }
        draft.react(to: event)
        _ = days.react(to: event, as: "days")
    }

    struct Page: Codable, Equatable {
        var text: String
        var mood: String
    }

    static let catalog = EventCatalog<Diary>(
        version: 2,
        upcasting: [
            1: { state in
                state.rename("texts", to: "pages")
                state.forEach(in: "pages") { $0 = ["text": $0, "mood": "unknown"] }
                let empty = try JSON(canonicallyEncoding: Diary())
                for part in ["draft", "days"] { state.add(part, empty[part] ?? .null) }
            }
        ],
        parts: [
            .part(\.draft, as: "draft"), .part(\.days, as: "days"), .part(\.reminder, as: "reminder"),
        ],
        events: [
            .event(
                PageWritten.self, as: "page.written", version: 2,
                upcasting: [
                    1: { payload in
                        payload.rename("words", to: "text")
                        payload.add("mood", "unknown")
                    }
                ]),
            .event(DraftTyped.self, as: "draft.typed"), .event(ReminderSet.self, as: "reminder.set"),
        ])

    static let invariants = [Invariant<Diary>("no empty page") { !$0.pages.contains { $0.text.isEmpty } }]
    static let redactor = Redactor(state: [["pages", .any, "text"]], events: ["page.written": [["text"]]])
}

struct Draft: State, UndoableDocument, Codable {
    var text = ""

    mutating func react(to event: any Event) {
        if let event = event as? DraftTyped { text += event.text }
    }
}

struct Reminder: Codable, Equatable {}

struct PageWritten: Event, Codable {
    let text: String
    let mood: String
}

struct DraftTyped: Event, Codable { let text: String }
struct ReminderSet: Event, Codable {}

/// The diary as its first version was.
enum FirstVersion {
    struct Diary: State, Codable {
        var texts: [String] = []

        mutating func react(to event: any Event) {
            if let event = event as? PageWritten { texts.append(event.words) }
        }

        static let catalog = EventCatalog<Diary>(events: [.event(PageWritten.self, as: "page.written")])
    }

    struct PageWritten: Event, Codable { let words: String }
}

/// A folder that is removed together with this object.
final class DiaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "outsider-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@MainActor
func checkCatalogs() async throws {
    let folder = DiaryFolder()
    let journal = folder.path + "/diary"
    let first = try await Core.open(
        journal: journal, initial: FirstVersion.Diary(), catalog: FirstVersion.Diary.catalog,
        configuration: JournalConfiguration(app: "diary"))
    for words in ["Rain.", "Sun."] { first.core.fire(event: FirstVersion.PageWritten(words: words)) }
    try await first.close()

    var reading = try Replay(of: RecordingFile(path: journal), catalog: Diary.catalog)
    let old = reading.state
    Check.holds(old.pages.map(\.text) == ["Rain.", "Sun."], "\(old)")
    Check.holds(old.pages.allSatisfy { $0.mood == "unknown" }, "\(old)")

    let second = try await Core.open(
        journal: journal, initial: Diary(), catalog: Diary.catalog, configuration: JournalConfiguration(app: "diary"))
    Check.holds(await second.core.state == old, "the diary of the first version goes on")
    second.core.fire(event: PageWritten(text: "Wind.", mood: "wild"))
    for text in ["Dear ", "diary"] { second.core.fire(event: DraftTyped(text: text)) }
    await second.core.settled()
    if let undo = await second.core.state.draft.undoEvent { second.core.fire(event: undo) }
    second.core.fire(event: ReminderSet())
    second.core.fire(event: Reset<Reminder>())
    await second.core.settled()
    let seen = await second.core.state
    Check.holds(seen.draft.document.text == "Dear " && seen.reminder == nil, "\(seen)")
    try await second.close()

    let recording = try RecordingFile(path: journal)
    let verification = try Verification(of: recording, catalog: Diary.catalog)
    Check.holds(verification.finding == nil, "\(verification.outcome)")
    reading = try Replay(of: recording, catalog: Diary.catalog)
    let replayed = reading.state
    Check.holds(replayed == seen, "what the parts' events did comes again: \(replayed)")
    var names: [String] = []
    try recording.forEachEntry { entry in if let event = entry.event { names.append(event.name) } }
    Check.holds(names.suffix(3) == ["draft.undone", "reminder.set", "reminder.reset"], "\(names)")
}
