import ReactorRecording

/// The result of a session in a backtest: a row of the table, and a line that a worker writes.
package struct BacktestRow: Hashable, Sendable {
    /// The status of a session.
    package enum Status: String, Hashable, Sendable, CaseIterable {
        /// The states are equal to the recorded ones.
        case same
        /// It can be replayed, and there are no recorded states.
        case nothingToCompare = "nothing_to_compare"
        /// It can be replayed, and the baseline does not contain it.
        case notInBaseline = "not_in_baseline"
        /// The states differ from the recorded ones.
        case differs
        /// Two replays differ from each other.
        case impure
        /// A state breaks an invariant.
        case invariant
        /// The process crashed.
        case crash
        /// `react(to:)` did not return.
        case hang
        /// The recording is damaged, as ``Verification/Outcome/damaged(_:)``.
        case damaged
        /// The program cannot read it, as ``Verification/Outcome/unreadable(_:)``.
        case unreadable
    }

    /// The path of the session, as it was given.
    package var path: String
    /// The id of the recording.
    package var session = ""
    package var status: Status
    /// The number of replayed entries.
    package var entries: UInt64 = 0
    /// The number of compared states.
    package var compared: UInt64 = 0
    /// The entry of the finding.
    package var seq: UInt64?
    /// The name and version of its event: `weight.edited v2`.
    package var event: String?
    /// The path in the state, with `*` for every element of a list; or the reason why the session cannot be read.
    package var pathInState: String?
    /// The earlier value at this path, if it is known.
    package var before: JSON?
    /// The current value at this path.
    package var now: JSON?
    /// The broken invariant; or the signal of a crash, with its place if it is known.
    package var invariant: String?
    /// The duration in milliseconds, if it was measured.
    package var ms: UInt64?

    /// Whether the row needs attention.
    package var isFinding: Bool {
        switch status {
        case .same, .nothingToCompare, .notInBaseline: false
        case .differs, .impure, .invariant, .crash, .hang, .damaged, .unreadable: true
        }
    }
}

extension BacktestRow {
    /// The row in the format of a worker, with all keys in a fixed order.
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

    /// Parses the row of a worker, or returns nil.
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
