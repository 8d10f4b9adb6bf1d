import Reactor

/// What is on the disk: rows by the names of their columns, and the version of their form.
package struct NoteTable: Equatable, Sendable {
    package var version: Int
    package var rows: [[String: String]]

    package init(version: Int, rows: [[String: String]]) {
        self.version = version
        self.rows = rows
    }

    /// Why a table cannot be opened.
    package enum Unreadable: ExplainedError, Equatable {
        case newer(Int)
        case row(Int, missing: String)

        package var explanation: UserMessage {
            switch self {
            case .newer: UserMessage("recording.newer", recovery: "recovery.update")
            case .row: UserMessage("recording.unreadable", recovery: "recovery.report")
            }
        }
    }

    /// What makes a table of each version out of the one before. A step that was released is never changed.
    private static let steps: [@Sendable (inout [String: String]) -> Void] = [
        // 1 to 2: the column was called differently.
        { $0["text"] = $0.removeValue(forKey: "body") },
        // 2 to 3: blanks at the front were kept by mistake.
        { $0["text"] = $0["text"].map { String($0.drop { $0 == " " }) } },
    ]

    package static let version = steps.count + 1

    /// This table in the form of today.
    ///
    /// - Throws: ``Unreadable/newer(_:)`` for one of a later version of the app.
    package func migrated() throws(Unreadable) -> NoteTable {
        guard (1...Self.version).contains(version) else { throw .newer(version) }
        var table = self
        for step in Self.steps.dropFirst(version - 1) {
            for index in table.rows.indices { step(&table.rows[index]) }
        }
        table.version = Self.version
        return table
    }

    /// The rows as the app knows them.
    ///
    /// - Throws: ``Unreadable/row(_:missing:)``.
    package func notes() throws(Unreadable) -> [Note] {
        var notes: [Note] = []
        for (number, row) in rows.enumerated() {
            guard let id = row["id"] else { throw .row(number, missing: "id") }
            guard let text = row["text"] else { throw .row(number, missing: "text") }
            notes.append(Note(id: id, text: text))
        }
        return notes
    }
}
