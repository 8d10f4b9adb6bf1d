import Reactor
import ReactorRecording

/// The text of a journal entry for users, as a line of a terminal.
///
/// Data is escaped, so that a terminal executes none of it.
package struct EntryText: Sendable {
    let entry: JournalEntry
    let payload: JSON?

    /// Creates the text of a recorded entry.
    package init(_ entry: JournalEntry) {
        self.entry = entry
        payload = entry.event?.readablePayload
    }

    /// Creates the text of a redacted entry. An entry of an older version is shown in its current form, because the redactor
    /// refers to it.
    package init<StateType>(_ entry: JournalEntry, redactor: Redactor, catalog: EventCatalog<StateType>) {
        self.init(catalog.redacted(entry, redactor))
    }

    /// Returns a text such as `    12  2026-01-01T08:00:00.000Z  weight.logged  begin 3  LogWeight 7  {"id":"w-1"}`, with the
    /// payload cut at this number of characters.
    package func line(payloadLimit: Int = 120) -> String {
        let seq = String(entry.seq)
        let padding = String(repeating: " ", count: max(0, 6 - seq.count))
        let parts = [
            padding + seq, time, TerminalText.escaped(name), operation, group, TerminalText.escaped(cause),
            payload.map { $0.excerpt(payloadLimit) } ?? "", gap.isEmpty ? "" : "(\(gap))",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    var time: String { Self.text(of: entry.at) }

    static func text(of time: Timestamp) -> String {
        var bytes: [UInt8] = []
        time.write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private var name: String { entry.event?.name ?? "" }

    private var operation: String {
        let (operation, id, withdrawn) = entry.step.inspected
        let done = operation.map { operation in operation.rawValue + (id.map { " \($0)" } ?? "") }
        return done ?? (withdrawn.isEmpty ? "" : "withdraws " + withdrawn.map(String.init).joined(separator: " "))
    }

    private var group: String { entry.group.map { "\($0.index)/\($0.count)" } ?? "" }
    private var cause: String { entry.cause.map { "\($0.command) \($0.launch)" } ?? "" }
    private var gap: String { entry.event?.gap?.rawValue ?? "" }
}
