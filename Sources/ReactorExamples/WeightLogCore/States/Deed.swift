import Reactor

/// A row that an action changed, with its values before and after. A value is nil if the row did not exist.
package struct ChangedRow: Hashable, Codable, Sendable {
    package let before: WeightRecord?
    package let after: WeightRecord?

    package init(before: WeightRecord?, after: WeightRecord?) {
        self.before = before
        self.after = after
    }
}

/// The event of a user's action, with its changes. A long action is recorded in several events, and only the first
/// event has the words.
package struct DeedDone: Event, Codable {
    /// The deed as a phrase, such as "logged 81.4 kg on 2026-01-02 as number 1", or nil for a further part of the
    /// previous deed.
    package let words: String?
    package let rows: [ChangedRow]

    package init(words: String?, rows: [ChangedRow]) {
        self.words = words
        self.rows = rows
    }

    /// Returns the events of a deed.
    package static func events(_ words: String, _ rows: [ChangedRow]) -> [any Event] {
        stride(from: 0, to: max(rows.count, 1), by: Change.recordsInPart).map { start in
            DeedDone(
                words: start == 0 ? words : nil, rows: Array(rows[start...].prefix(Change.recordsInPart)))
        }
    }
}

/// The last deed that is not undone. Its history, ``Weights/deeds``, contains the deeds before it.
///
/// The document does not contain the rows of the log. To undo a deed, a command or the server's queue changes each row
/// back that no other change has touched since, and the event of the undo is fired. This preserves changes of other
/// devices.
package struct Deed: State, UndoableDocument, Codable {
    /// The number of deeds. It makes two equal deeds in a row two steps.
    package private(set) var number = 0
    package private(set) var words = ""
    package private(set) var rows: [ChangedRow] = []

    package init() {}

    package mutating func react(to event: any Event) {
        guard let event = event as? DeedDone else { return }
        guard let words = event.words else {
            rows += event.rows
            return
        }
        (number, self.words, rows) = (number + 1, words, event.rows)
    }

    /// Joins the parts of a deed.
    package static func undoGrouping(of event: any Event, from before: Deed, to after: Deed) -> UndoGrouping {
        .joins("deed \(after.number)")
    }
}

extension Weights {
    /// Returns the next deed to undo or redo, the event that does it, and the changes that update the rows, or nil if
    /// no deed is left.
    package func next(_ direction: Direction) -> (deed: Deed, event: any Event, changes: [Change])? {
        switch direction {
        case .undo:
            guard let event = deeds.undoEvent else { return nil }
            let deed = deeds.document
            return (deed, event, changes(deed.rows.map { ChangedRow(before: $0.after, after: $0.before) }))
        case .redo:
            guard let event = deeds.redoEvent else { return nil }
            var redone = deeds
            redone.react(to: event)
            return (redone.document, event, changes(redone.document.rows))
        }
    }

    package enum Direction: String, Sendable {
        case undo, redo
    }

    /// Returns the changes that bring rows from `before` to `after`. Rows that were changed since then are skipped.
    private func changes(_ rows: [ChangedRow]) -> [Change] {
        var (changes, added) = ([Change](), [WeightRecord]())
        for row in rows {
            let now = weights.rows[id: row.after?.id ?? row.before?.id ?? 0]
            switch (now, row.before, row.after) {
            case (nil, nil, let after?): added.append(after)
            case (let now?, .some, nil): changes.append(.delete(now))
            case (let now?, let before?, let after?) where now.reading == before.reading:
                changes.append(
                    .update(WeightRecord(id: now.id, reading: after.reading, original: after.original, key: now.key)))
            default: break
            }
        }
        // Rows are removed from the last one: otherwise each removal would move the following rows.
        return changes.reversed() + (added.isEmpty ? [] : [.add(added)])
    }
}
