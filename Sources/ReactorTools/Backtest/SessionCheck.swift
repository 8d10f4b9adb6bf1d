import Reactor
import ReactorRecording

enum SessionReference {
    /// The digests in the session itself.
    case recorded
    /// The states of another build, or nil if it did not have the session.
    case states(SessionStates?)
    /// The states of another build, in a file.
    case baseline(BaselineFile)

    init(_ baseline: String?) throws {
        self = try baseline.map { .baseline(try BaselineFile(path: $0)) } ?? .recorded
    }
}

/// The replay and comparison of one session, without processes or files.
struct SessionCheck<StateType: State & Codable> {
    let catalog: EventCatalog<StateType>
    let invariants: [Invariant<StateType>]

    /// Returns the row of a session.
    ///
    /// - Parameters:
    ///   - file: The path of the session, which the row does not contain, so that a row does not depend on the place.
    ///   - read: A closure that reads the session. An error becomes the row.
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

    /// Replays once, and checks every state.
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
            // The other build stopped here or before, so there is nothing left to compare.
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
    /// Returns the first invariant that an entry breaks, with the entry, or nil.
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

    /// Returns the states of a session with this build, for a comparison with another build.
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
                session.changes.append(SessionStates.DigestChange(seq: states.replay.seq, digests: changed))
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
    /// The event, or the operation of an entry without one: `weight.edited v2`, `rollback`.
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
    /// The path with `*` for every position in a list: `/weights/*/kilograms`.
    var pattern: String {
        "/" + steps.map { if case .key(let key) = $0 { key } else { "*" } }.joined(separator: "/")
    }
}
