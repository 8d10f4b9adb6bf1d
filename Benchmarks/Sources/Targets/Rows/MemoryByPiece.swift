import Reactor
import Synchronization
import Workloads

/// The memory that the program allocates for a core, and for each piece of it, in bytes.
///
/// Many pieces are made, the earlier allocation is subtracted, and the rest is divided by their number. Afterwards, a check
/// uses each piece, so that all of them existed. They are released before the next piece is made, because it would otherwise
/// reuse their memory.
struct MemoryByPiece: Row {
    let title = "memory per object"

    private static let count = 10_000

    func measure(_ effort: Effort) async throws -> [Finding] {
        // Once unmeasured: threads, metadata and the allocator's own tables stay.
        _ = try await pieces()
        return try await pieces().map { name, bytes in
            Finding("\(title), bytes: \(name)", measured: bytes.grouped, target: "reported", .reported)
        }
    }

    private func pieces() async throws -> [(String, Int)] {
        try await [
            ("an idle core", idleCores()), ("a subscription to a key path", subscriptions()),
            ("a subscription to a row", rowSubscriptions()), ("a sequence of updates", sequences()),
            ("a pending prediction", predictions()), ("a command that waits", commands()),
            ("the same as a bare Task", tasks()),
            ("a row of KeyedRows", rows()), ("the same row in an array", plainRows()),
        ]
    }

    private func idleCores() async throws -> Int {
        let (cores, bytes) = await shared { _ in Core(state: ManyFields()) }
        for core in cores {
            core.fire(event: Counted())
            await core.settled()
            try check(await core.read { $0.count } == 1, "An idle core did not apply an event.")
        }
        return bytes
    }

    private func subscriptions() async throws -> Int {
        let (core, tally) = (Core(state: ManyFields()), Tally())
        let (kept, bytes) = await shared(settling: core) { _ in
            core.subscribe(to: \.count, initial: false) { _ in tally.add() }
        }
        core.fire(event: Counted())
        await core.settled()
        try check(tally.count == kept.count, "\(tally.count) subscriptions were notified.")
        for subscription in kept { subscription.cancel() }
        await core.settled()
        return bytes
    }

    private func rowSubscriptions() async throws -> Int {
        let (core, tally) = (Core(state: Shelves(count: Self.count)), Tally())
        let (kept, bytes) = await shared(settling: core) { id in
            core.subscribe(to: .row(\.rows, id: id), initial: false) { _ in tally.add() }
        }
        core.fire(event: Counted())
        await core.settled()
        try check(tally.count == kept.count, "\(tally.count) row subscriptions were notified.")
        for subscription in kept { subscription.cancel() }
        await core.settled()
        return bytes
    }

    private func sequences() async throws -> Int {
        let core = Core(state: ManyFields())
        var (iterators, bytes) = await shared(settling: core) { _ in core.updates(of: \.count).makeAsyncIterator() }
        var got = 0
        while var iterator = iterators.popLast() { if await iterator.next() == 0 { got += 1 } }
        try check(got == Self.count, "\(got) sequences had a value.")
        await core.settled()
        return bytes
    }

    private func predictions() async throws -> Int {
        let core = Core(state: ManyFields())
        let (kept, bytes) = await shared(settling: core) { _ in core.predict(Counted()) }
        try check(await core.pending.count == kept.count, "Not all predictions are pending.")
        for prediction in kept { prediction.commit() }
        await core.settled()
        try check(await core.read { $0.count } == kept.count, "Not all predictions were committed.")
        return bytes
    }

    private func commands() async throws -> Int {
        let (core, door) = (Core(state: ManyFields()), Door())
        let (handles, bytes) = await shared(until: { await door.arrived(Self.count) }) { _ in
            core.perform { _ in await door.pass() }
        }
        door.open()
        var finished = 0
        for handle in handles { if case .finished = await handle.outcome { finished += 1 } }
        try check(finished == handles.count, "\(finished) commands finished.")
        await core.settled()
        return bytes
    }

    private func tasks() async throws -> Int {
        let door = Door()
        let (tasks, bytes) = await shared(until: { await door.arrived(Self.count) }) { _ in Task { await door.pass() } }
        door.open()
        for task in tasks { await task.value }
        try check(door.passed == tasks.count, "\(door.passed) tasks passed.")
        return bytes
    }

    private func rows() async throws -> Int {
        let before = allocatedMemory()
        let shelves = Shelves(count: Self.count)
        let bytes = (allocatedMemory() - before) / Self.count
        try check(shelves.rows[id: Self.count - 1] != nil, "A row is missing.")
        return bytes
    }

    private func plainRows() async throws -> Int {
        let before = allocatedMemory()
        let rows = (0..<Self.count).map { Shelves.Row(id: $0) }
        let bytes = (allocatedMemory() - before) / Self.count
        try check(rows.last?.id == Self.count - 1, "A row is missing.")
        return bytes
    }

    private func shared<Piece>(settling core: Core<some State>, _ make: (Int) -> Piece) async -> ([Piece], Int) {
        await shared(until: { await core.settled() }, make)
    }

    /// Makes N pieces, waits until they exist, and returns the memory of each.
    private func shared<Piece>(
        until stands: () async -> Void = {}, _ make: (Int) -> Piece
    ) async -> ([Piece], Int) {
        var pieces: [Piece] = []
        pieces.reserveCapacity(Self.count)
        let before = allocatedMemory()
        for id in 0..<Self.count { pieces.append(make(id)) }
        await stands()
        return (pieces, (allocatedMemory() - before) / Self.count)
    }
}

/// Rows of an id and two numbers; each event changes all.
private struct Shelves: State {
    struct Row: Identifiable, Equatable {
        let id: Int
        var count = 0
        var price = 0.0
    }

    var rows: KeyedRows<Int, Row>

    init(count: Int) { rows = KeyedRows(uniqueRows: (0..<count).map { Row(id: $0) }) }

    mutating func react(to event: any Event) {
        guard event is Counted else { return }
        for id in rows.ids { rows[id: id]?.count += 1 }
    }
}

/// A gate at which tasks wait until it is opened.
private final class Door: Sendable {
    private struct Standing {
        var passed = 0
        var held: [CheckedContinuation<Void, Never>] = []
        var awaited: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let standing = Mutex(Standing())

    /// The number of tasks that have passed.
    var passed: Int { standing.withLock { $0.passed } }

    /// Waits until the gate is opened.
    func pass() async {
        await withCheckedContinuation { continuation in
            let arrived = standing.withLock { standing -> CheckedContinuation<Void, Never>? in
                standing.held.append(continuation)
                guard let awaited = standing.awaited, standing.held.count >= awaited.count else { return nil }
                standing.awaited = nil
                return awaited.continuation
            }
            arrived?.resume()
        }
        standing.withLock { $0.passed += 1 }
    }

    /// Waits until this number of tasks wait at the gate.
    func arrived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = standing.withLock {
                if $0.held.count >= count { return true }
                $0.awaited = (count, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets all waiting tasks continue.
    func open() {
        let held = standing.withLock { standing in
            defer { standing.held = [] }
            return standing.held
        }
        for continuation in held { continuation.resume() }
    }
}
