import Reactor
import ReactorRecording

/// An entry of a journal as people read it: one line of a terminal.
///
/// What comes from data is escaped: a terminal obeys none of it.
package struct EntryText: Sendable {
    let entry: JournalEntry
    let payload: JSON?

    /// The text of an entry as it was recorded.
    package init(_ entry: JournalEntry) {
        self.entry = entry
        payload = entry.event?.readablePayload
    }

    /// The text of an entry with its secrets blotted out. What an older version recorded is shown in today's form, against
    /// which the redactor is written.
    package init<StateType>(_ entry: JournalEntry, redactor: Redactor, catalog: EventCatalog<StateType>) {
        self.init(catalog.redacted(entry, redactor))
    }

    /// `    12  2026-01-01T08:00:00.000Z  weight.logged  begin 3  LogWeight 7  {"id":"w-1"}`, the payload cut to so many
    /// characters.
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
