import Reactor
import ReactorRecording
import ReactorTerminal

/// What is asked about one value of the states of a recording.
struct ValueQuestion {
    let path: ValuePath
    /// The last entry that counts; nil for the end.
    let through: UInt64?
    /// Whether each change is told, and not the last one alone.
    let all: Bool
    let redactor: Redactor?
    /// How many entries a stretch has at least.
    var spacing: UInt64 = 1_000

    /// How the value came to be what it is.
    ///
    /// The recording is folded once for who stands where in the end, what was because of what, and states on the way. From
    /// each of those the value is looked at up to the next one, in as many stretches at the same time as there are
    /// processors, the last ones first: so the last change is known long before how many there were.
    ///
    /// - Complexity: the recording is folded twice. Of each state what is on the way to the value is encoded.
    /// - Parameter found: is called with the last change as soon as it is known, at most once.
    /// - Throws: `ReplayError` when the recording cannot be replayed up to there, ``ToolError/nowhere(_:_:)`` when there is
    ///   no such value, and was none before.
    func answer<StateType>(
        in recording: some RecordingSource, _ catalog: EventCatalog<StateType>, _ progress: ProgressLine,
        found: (ValueAnswer) throws -> Void = { _ in }
    ) async throws -> ValueAnswer {
        var (end, origins, starts) = try fold(recording, catalog, progress)
        let way = try way(to: &end)
        func answer(_ changes: ValueChanges) -> ValueAnswer {
            ValueAnswer(
                way: way, seq: end.seq, changes: changes, origins, written: path.text, redactor: redactor
            ) { (part, depth) throws(CatalogError) in
                try catalog.encode(part: part, below: depth)
            }
        }
        let stretches = try await looked(at: way, from: starts, through: end.seq, recording, progress) {
            try found(answer($0))
        }
        var whole = try stretches[0].get()
        for stretch in stretches.dropFirst() { try whole.join(try stretch.get(), recording) }
        if whole.changes.now == nil, whole.changes.count == 0,
            let reason = path.obstacle(in: try end.json(), along: way, hiding: redactor)
        {
            throw ToolError.nowhere(path.text, reason)
        }
        return answer(whole.changes)
    }

    /// The way to the value. Who is meant by an id, or by names alone, may have been there before the end.
    private func way<StateType>(to end: inout Replay<StateType>) throws -> [ValuePath.Step] {
        guard path.namesPositions else { return path.steps }
        do {
            return try path.way(in: end.state)
        } catch {
            // What does not encode in a part does not in the whole, which is named there.
            _ = try end.json()
            throw error
        }
    }

    /// The state behind the last entry that counts, what the entries say of each other, and where stretches begin.
    private func fold<StateType>(
        _ recording: some RecordingSource, _ catalog: EventCatalog<StateType>, _ progress: ProgressLine
    ) throws -> (end: Replay<StateType>, StepOrigins, [StretchStart<StateType>]) {
        var replay = try Replay(recording.header, catalog: catalog)
        var origins = StepOrigins()
        let first = replay.seq
        var starts = StretchStarts(StretchStart(replay: replay, open: origins.open), spacing: spacing)
        let rest = try recording.steps(behind: first, through: through ?? .max) {
            try replay.read($0)
        } _: { step in
            progress.show("reading entry \(replay.seq)")
            for entry in step { try replay.read(.entry(entry)) }
            origins.pass(step)
            if starts.areDue(at: replay.seq) { starts.add(StretchStart(replay: replay, open: origins.open)) }
        }
        let last = rest.last?.seq ?? replay.seq
        if let through, through < first || last < through {
            throw ReplayError(.outOfRange(seq: through, first: first, last: last))
        }
        if through == nil, let entry = rest.first { throw ReplayError(.brokenGroup(seq: entry.seq)) }
        return (replay, origins, starts.all)
    }

    /// The stretches in their order, of which some may have failed.
    private func looked<StateType>(
        at way: [ValuePath.Step], from starts: [StretchStart<StateType>], through end: UInt64,
        _ recording: some RecordingSource, _ progress: ProgressLine, found: (ValueChanges) throws -> Void
    ) async throws -> [Result<ValueStretch<StateType>, any Error>] {
        try await withThrowingTaskGroup(of: Looked<StateType>.self) { group in
            // As many as run: who asks goes on between them, and not behind all.
            var waiting = Array(starts.enumerated())
            func begin(_ group: inout ThrowingTaskGroup<Looked<StateType>, any Error>) {
                guard let (index, start) = waiting.popLast() else { return }
                let last = index + 1 < starts.count ? starts[index + 1].replay.seq : end
                group.addTask {
                    let stretch = Result {
                        var stretch = try ValueStretch(way, from: start, keepsAll: all)
                        try stretch.look(through: last, of: recording)
                        return stretch
                    }
                    return (index, Handed(stretch))
                }
            }
            for _ in 0..<coreCount() { begin(&group) }
            var stretches: [Result<ValueStretch<StateType>, any Error>?] = Array(repeating: nil, count: starts.count)
            var (count, isFound) = (0, false)
            while let (index, stretch) = try await group.next() {
                begin(&group)
                stretches[index] = stretch.value
                count += 1
                progress.show("\(count) of \(starts.count) parts were looked at")
                if !isFound, let known = lastChange(in: stretches) {
                    isFound = true
                    // Of two rows with one id the stretches before it say which is meant.
                    var replay = starts[known.index].replay
                    if let changes = known.changes, try way.isOnlyOne(in: replay.state) { try found(changes) }
                }
            }
            return stretches.compactMap(\.self)
        }
    }

    /// The last stretch with a change, when all behind it are known, and what it says where those go on from it.
    private func lastChange<StateType>(
        in stretches: [Result<ValueStretch<StateType>, any Error>?]
    ) -> (index: Int, changes: ValueChanges?)? {
        var behind: ValueStretch<StateType>?
        var meet = true
        for (index, stretch) in stretches.enumerated().reversed() {
            guard case .success(let stretch)? = stretch else { return nil }
            if let behind { meet = meet && stretch.meets(behind) }
            if stretch.changes.count > 0 { return (index, meet ? stretch.changes : nil) }
            behind = stretch
        }
        return nil
    }
}

/// Which stretch it is, and what was found there.
private typealias Looked<StateType: State & Codable> = (Int, Handed<Result<ValueStretch<StateType>, any Error>>)

/// What one task made and another one goes on with.
// Sendable: a state is, but what its parts hand to an encoder need not be. The task that made it has ended when the other one
// has it, and keeps none of it.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Keeps few states on the way through a recording, however long it is: about as many entries lie between any two that follow
/// each other.
private struct StretchStarts<StateType: State & Codable> {
    private(set) var all: [StretchStart<StateType>]
    private var spacing: UInt64
    private var due: UInt64

    private static var most: Int { 32 }

    init(_ first: StretchStart<StateType>, spacing: UInt64) {
        all = [first]
        self.spacing = spacing
        due = first.replay.seq + spacing
    }

    func areDue(at seq: UInt64) -> Bool { seq >= due }

    mutating func add(_ start: StretchStart<StateType>) {
        all.append(start)
        if all.count > Self.most {
            all = all.indices.filter { $0.isMultiple(of: 2) }.map { all[$0] }
            spacing *= 2
        }
        due = all[all.count - 1].replay.seq + spacing
    }
}
