import Reactor
import ReactorRecording

/// What a session is compared with.
enum SessionReference {
    /// With the digests that it holds itself.
    case recorded
    /// With what another build made of it; nil where that build did not have it.
    case states(SessionStates?)
    /// With what another build made of it, as a file says.
    case baseline(BaselineFile)
}

/// Replays one session and compares it. It decides nothing about processes or files.
struct SessionCheck<StateType: State & Codable> {
    let catalog: EventCatalog<StateType>
    let invariants: [Invariant<StateType>]

    /// What becomes of a session.
    ///
    /// - Parameters:
    ///   - file: where it is, which no row says: what a row says is the same wherever it was made.
    ///   - read: reads it; what it throws becomes the row.
    func row(
        _ path: String, at file: String? = nil, against reference: SessionReference,
        reading read: () throws -> any RecordingSource
    ) -> BacktestRow {
        do {
            return try row(path, of: try read(), reference)
        } catch {
            var row = BacktestRow(path: path, status: .unreadable)
            if (error as? ReplayError)?.journal?.kind == .damaged { row.status = .damaged }
            row.pathInState = "\(error)".replacing(file ?? path, with: path)
            return row
        }
    }

    private func row(
        _ path: String, of source: some RecordingSource, _ reference: SessionReference
    ) throws -> BacktestRow {
        let source = WitnessedSource(source: source)
        var row = BacktestRow(path: path, session: source.header.id, status: .nothingToCompare)
        var reference = reference
        if case .baseline(let file) = reference { reference = .states(file.states(of: row.session, named: path)) }
        try fold(source, reference, &row)
        if row.isFinding { return row }
        switch reference {
        case .recorded: try verify(source, &row)
        case .states(nil): row.status = .notInBaseline
        case .states, .baseline: if row.compared > 0 { row.status = .same }
        }
        return row
    }

    /// Replays once, and looks at every state.
    private func fold(_ source: some RecordingSource, _ reference: SessionReference, _ row: inout BacktestRow) throws {
        var comparison: StateComparison?
        if case .states(let states?) = reference { comparison = StateComparison(states) }
        guard comparison != nil || !invariants.isEmpty else { return }
        var states = try RecordedStates(of: source, catalog: catalog)
        let broken = Set(invariants.filter { !$0.holds(states.state) }.map(\.name))
        func difference() throws(ReplayError) -> String? {
            guard comparison != nil else { return nil }
            return comparison?.difference(of: try states.encoded(), after: states.replay.seq)
        }
        if let way = try difference() {
            (row.status, row.seq, row.pathInState) = (.differs, states.replay.seq, way)
            return
        }
        do throws(ReplayError) {
            while let (entry, isSeen) = try states.next() {
                guard isSeen else { continue }
                row.entries = entry.seq - source.header.from
                if comparison?.covers(entry.seq) == false { comparison = nil }
                if let way = try difference() {
                    row.found(.differs, entry)
                    row.pathInState = way
                    return
                }
                if comparison != nil { row.compared += 1 }
                for invariant in invariants where !broken.contains(invariant.name) && !invariant.holds(states.state) {
                    row.found(.invariant, entry)
                    row.invariant = invariant.name
                    return
                }
            }
        } catch {
            // Where the other build stopped here as well, or before, there is nothing left to compare.
            if case .states(let known?) = reference, known.obstacle != nil, known.reached ?? 0 <= states.replay.seq {
                return
            }
            throw error
        }
    }

    /// Compares with the digests in the recording.
    private func verify(_ source: some RecordingSource, _ row: inout BacktestRow) throws {
        let verification = try Verification(of: source, catalog: catalog)
        row.entries = verification.entries
        row.compared = UInt64(verification.checks)
        switch verification.outcome {
        case .same: row.status = .same
        case .nothingToCompare: row.status = .nothingToCompare
        case .differs(let finding):
            row.status = .differs
            if case .impure = finding { row.status = .impure }
            row.seq = finding.seq
            row.event = try source.entry(finding.seq)?.eventText
            row.pathInState = finding.path?.pattern
            (row.before, row.now) = (finding.before, finding.now)
        case .damaged, .unreadable: break
        }
    }
}

extension SessionCheck {
    /// The first invariant that an entry breaks, and the entry; nil if there is none.
    func broken(in source: some RecordingSource) throws -> (name: String, entry: JournalEntry)? {
        guard !invariants.isEmpty else { return nil }
        var states = try RecordedStates(of: source, catalog: catalog)
        let invariants = invariants.filter { $0.holds(states.state) }
        while let (entry, isSeen) = try states.next() {
            guard isSeen, let broken = invariants.first(where: { !$0.holds(states.state) }) else { continue }
            return (broken.name, entry)
        }
        return nil
    }

    /// The states of a session with this build, for another build to compare with.
    func states(_ path: String, of source: some RecordingSource) -> SessionStates {
        let source = WitnessedSource(source: source)
        var session = SessionStates(path: path, session: source.header.id)
        var digests = StateDigests()
        do throws(ReplayError) {
            var states = try RecordedStates(of: source, catalog: catalog)
            func take() throws(ReplayError) {
                let changed = digests.change(to: try states.encoded())
                session.reached = states.replay.seq
                guard !changed.isEmpty else { return }
                session.changes.append(SessionStates.Change(seq: states.replay.seq, digests: changed))
            }
            try take()
            while let (_, isSeen) = try states.next() { if isSeen { try take() } }
            session.reached = nil
        } catch {
            session.obstacle = "\(error)"
        }
        return session
    }
}

extension BacktestRow {
    fileprivate mutating func found(_ status: Status, _ entry: JournalEntry) {
        self.status = status
        seq = entry.seq
        event = entry.eventText
    }
}

extension JournalEntry {
    /// The event, or what was done without one: `weight.edited v2`, `rollback`.
    var eventText: String {
        if let event { return event.version == 1 ? event.name : "\(event.name) v\(event.version)" }
        return switch step {
        case .event: "event"
        case .begin: "begin"
        case .append: "append"
        case .commit: "commit"
        case .replace: "replace"
        case .rollback: "rollback"
        case .mark: "mark"
        case .report: "report"
        case .place: "place"
        case .release: "release"
        }
    }
}

extension JSONPath {
    /// The same for every place in a list: `/weights/*/kilograms`.
    var pattern: String {
        "/" + steps.map { if case .key(let key) = $0 { key } else { "*" } }.joined(separator: "/")
    }
}
