import ReactorRecording

/// What became of one recorded session in a backtest: a row of the table, and a line that a worker writes.
package struct BacktestRow: Hashable, Sendable {
    /// How it went.
    package enum Status: String, Hashable, Sendable, CaseIterable {
        /// It comes to what was seen.
        case same
        /// It replays, and nothing says what was seen.
        case nothingToCompare = "nothing_to_compare"
        /// It replays, and the old build did not have it.
        case notInBaseline = "not_in_baseline"
        /// It comes to something else.
        case differs
        /// Two replays differ from each other.
        case impure
        /// A state breaks an invariant.
        case invariant
        /// The program died.
        case crash
        /// `react(to:)` did not return.
        case hang
        /// What is there is not what was written, as ``Verification/Outcome/damaged(_:)``.
        case damaged
        /// The program cannot read it, as ``Verification/Outcome/unreadable(_:)``.
        case unreadable
    }

    /// Where it is, as it was named.
    package var path: String
    /// The id of the recording.
    package var session = ""
    /// How the replay of the session went.
    package var status: Status
    /// How many entries were replayed.
    package var entries: UInt64 = 0
    /// How many states were compared.
    package var compared: UInt64 = 0
    /// The entry that it was found at.
    package var seq: UInt64?
    /// The name of the event there, and its version: `weight.edited v2`.
    package var event: String?
    /// Where in the state, `*` for every place in a list; or why it cannot be read.
    package var pathInState: String?
    /// What stood there, as JSON, where it is known.
    package var before: JSON?
    /// What stands there now.
    package var now: JSON?
    /// The invariant that is broken, or the signal that the program died of and, where it is known, the place.
    package var invariant: String?
    /// How long it took in milliseconds, where somebody has measured it.
    package var ms: UInt64?

    init(path: String, session: String = "", status: Status) {
        self.path = path
        self.session = session
        self.status = status
    }

    /// Whether it is something that somebody has to look at.
    package var isFinding: Bool {
        switch status {
        case .same, .nothingToCompare, .notInBaseline: false
        case .differs, .impure, .invariant, .crash, .hang, .damaged, .unreadable: true
        }
    }
}

extension BacktestRow {
    /// The row as a worker writes it, with every key, in one order.
    package var json: JSON {
        func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
        func number(_ number: UInt64?) -> JSON { number.map { .number(JSON.Number($0)) } ?? .null }
        return [
            "path": .string(path), "session": .string(session), "status": .string(status.rawValue),
            "entries": number(entries), "compared": number(compared), "seq": number(seq), "event": text(event),
            "path_in_state": text(pathInState), "before": before ?? .null, "now": now ?? .null,
            "invariant": text(invariant), "ms": number(ms),
        ]
    }

    /// The row that a worker wrote; nil when it is none.
    package init?(_ json: JSON) {
        guard let path = json["path"]?.string, let status = json["status"]?.string.flatMap(Status.init) else {
            return nil
        }
        func number(_ key: String) -> UInt64? { json[key]?.number.flatMap { UInt64($0.text) } }
        self.init(path: path, session: json["session"]?.string ?? "", status: status)
        entries = number("entries") ?? 0
        compared = number("compared") ?? 0
        seq = number("seq")
        event = json["event"]?.string
        pathInState = json["path_in_state"]?.string
        before = json["before"].flatMap { $0.isNull ? nil : $0 }
        now = json["now"].flatMap { $0.isNull ? nil : $0 }
        invariant = json["invariant"]?.string
        ms = number("ms")
    }
}
