import Reactor
import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var bisect: JournalVerb {
        JournalVerb(
            "bisect", "find the first entry that breaks an invariant or matches a predicate",
            discussion: """
                Replays the recording and finds the first entry after which the state breaks an invariant of the app or, with --when,
                matches a predicate. Every state is checked, because a state can match and stop matching again.

                Examples:

                  Find the first entry that breaks an invariant:
                    {tool} bisect DIR

                  Find the first weight above 100 kg:
                    {tool} bisect --when '/weights/*/kilograms > 100' DIR

                A PREDICATE is a path in the state's JSON, with * for each element, and optionally one of = != < <= > >= and a value. With
                'count' before the operator, the number of elements is compared.

                Exit status: 0 if no entry matches, 1 if an entry was found.
                """,
            options: [.when, .breaks, .json]
        ) { call in
            let question = try StateQuestion(call)
            let recording = try call.opened(call.path())
            let progress = call.console.progress()
            defer { progress.end() }
            let found = try question.first(in: recording, call.tool.catalog, progress)
            try Task.checkCancellation()
            progress.end()
            guard let found else {
                return try call.asJSON
                    ? call.print(["entry": .null])
                    : call.print("There is no entry after which \(question.text).".escaped())
            }
            switch (found.entry, call.asJSON) {
            case (_, true):
                var json: JSON = ["entry": .number(JSON.Number(found.seq)), "found": .string(found.text)]
                json["event"] = found.entry?.event.map { .string($0.name) }
                try call.print(json)
            case (let entry?, false):
                try call.print(EntryText(entry).line())
                if found.text != question.text { try call.print("After it \(found.text).") }
            case (nil, false):
                try call.print("From the beginning of the recording, before entry \(found.seq + 1).")
            }
            throw Ended(.failed)
        }
    }
}

extension Option {
    static let when = Option.value("when", "PREDICATE", "the predicate of the state's JSON, see below")
    static let breaks = Option.value("breaks", "NAME", "an invariant of the app (default: any)")
}

/// A condition that is searched for in the states of a recording.
struct StateQuestion<StateType: State & Codable> {
    private enum Kind {
        case predicate(StatePredicate)
        /// One of the invariants is broken.
        case invariants([Invariant<StateType>])
    }

    /// A state that meets the condition.
    struct Answer {
        let seq: UInt64
        /// The entry before the state, or nil for the base state.
        let entry: JournalEntry?
        let text: String
    }

    /// The subordinate clause that follows "an entry after which".
    let text: String
    private let kind: Kind

    init(_ call: JournalCall<StateType>) throws {
        let invariants = call.tool.invariants
        switch (call.console.arguments[.when], call.console.arguments[.breaks]) {
        case (_?, _?):
            throw UsageError.conflict(Option.when.name, Option.breaks.name, reason: "one question at a time")
        case (let written?, nil):
            guard let predicate = StatePredicate(written) else {
                throw UsageError.invalidValue(written, of: Option.when.name, expected: StatePredicate.form)
            }
            (kind, text) = (.predicate(predicate), predicate.text)
        case (nil, let name?):
            guard let invariant = invariants.first(where: { $0.name == name }) else {
                throw ToolError.unknownInvariant(name, known: invariants.map(\.name))
            }
            (kind, text) = (.invariants([invariant]), "'\(name)' is broken")
        case (nil, nil):
            guard !invariants.isEmpty else { throw UsageError.missingPositional("\(Option.when.name) PREDICATE") }
            (kind, text) = (.invariants(invariants), "an invariant is broken")
        }
    }

    /// Finds the first state that meets the condition.
    ///
    /// - Throws: `ReplayError` if the recording cannot be replayed up to there, ``ToolError/nowhere(_:_:)`` if no state has the
    ///   member in the path.
    func first(
        in recording: OpenedRecording, _ catalog: EventCatalog<StateType>, _ progress: ProgressLine
    ) throws -> Answer? {
        switch kind {
        case .predicate(let predicate):
            var fold = PredicateFold(predicate)
            var states = try RecordedStates(of: recording, catalog: catalog, along: predicate.path.steps.members)
            let found = try first(in: &states, progress) { states throws(ReplayError) in
                fold.holds(in: try states.encoded()) ? predicate.text : nil
            }
            var end = states.replay
            if found == nil, !fold.hasFound, !Task.isCancelled,
                let reason = predicate.path.obstacle(in: try end.json(), along: predicate.path.steps), reason.isName
            {
                throw ToolError.nowhere(predicate.path.text, reason)
            }
            return found
        case .invariants(let invariants):
            var states = try RecordedStates(of: recording, catalog: catalog)
            return try first(in: &states, progress) { states in
                invariants.first { !$0.holds(states.state) }.map { "'\($0.name)' is broken" }
            }
        }
    }

    private func first(
        in states: inout RecordedStates<StateType>, _ progress: ProgressLine,
        _ answer: (inout RecordedStates<StateType>) throws(ReplayError) -> String?
    ) throws(ReplayError) -> Answer? {
        if let text = try answer(&states) { return Answer(seq: states.replay.seq, entry: nil, text: text) }
        while let (entry, isSeen) = try states.next() {
            guard isSeen else { continue }
            progress.show("looking at entry \(entry.seq)")
            if let text = try answer(&states) { return Answer(seq: entry.seq, entry: entry, text: text) }
        }
        return nil
    }
}
