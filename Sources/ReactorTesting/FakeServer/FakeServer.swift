import Reactor

/// A server for tests: rows by their ids, read one by one or page by page, and changed by writes, over a network that the
/// test decides about.
///
/// It knows nothing of who asks: no query, no command, no state. In a simulation the seed decides what the network does:
///
/// ```swift
/// nonisolated struct Chore: Identifiable, Equatable { var id: Int; var title: String }
///
/// try await Simulation.check(seeds: 0..<100) { sim in
///     let server = FakeServer(sim, [Chore(id: 1, title: "Milk")], faults: .hostile)
///     sim.start("phone") { _ = try? await server.write(1, key: "a") { $0?.title = "Bread" } }
///     await sim.settled()
///     server[1]?.title = "Tea"                           // another device
///     try await sim.expect { server.rows == [Chore(id: 1, title: "Tea")] }
/// }
/// ```
///
/// Without a simulation it answers at once, or by the clock that it was given. A row that the server has is
/// never older than one that it had: each change gives it a version, the next number of all rows.
public final class FakeServer<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    private struct Content {
        var rows: [Row.ID: (row: Row, place: Int)] = [:]
        var lastPlace = 0
        var lastVersion = 0
        /// The keys of the writes that are done.
        var done: Set<String> = []
        var faults: Faults
    }

    private let content: Guarded<Content>
    private let setVersion: @Sendable (inout Row, Int) -> Void
    private let network: any FakeNetwork

    /// A server on the other side of a network that the seed of a simulation decides about.
    ///
    /// - Parameters:
    ///   - simulation: gives time and draws.
    ///   - rows: what it has, in this order.
    ///   - faults: what goes wrong with requests and answers.
    ///   - version: gives a row the number of its last change, `{ $0.version = $1 }`; nothing for rows that keep none.
    ///   - name: what it is called in the history.
    public convenience init(
        _ simulation: Simulation, _ rows: [Row] = [], faults: Faults = .none,
        version: @escaping @Sendable (inout Row, Int) -> Void = { _, _ in },
        name: String = "server"
    ) {
        self.init(rows, faults, version, SimulatedNetwork(name: name, simulation: simulation))
    }

    /// A server without a simulation, which answers at once, whatever time the faults say that it takes.
    ///
    /// - Parameters:
    ///   - rows: what it has, in this order.
    ///   - faults: what goes wrong with requests and answers.
    ///   - version: gives a row the number of its last change, `{ $0.version = $1 }`; nothing for rows that keep none.
    ///   - seed: decides faults.
    public convenience init(
        _ rows: [Row] = [], faults: Faults = .none,
        version: @escaping @Sendable (inout Row, Int) -> Void = { _, _ in }, seed: UInt64 = 0
    ) {
        self.init(rows, faults, version, ClockedNetwork(clock: nil, seed: seed))
    }

    /// A server without a simulation, for a ``TestCore`` say, whose requests and answers take time.
    ///
    /// - Parameters:
    ///   - rows: what it has, in this order.
    ///   - faults: what goes wrong with requests and answers.
    ///   - version: gives a row the number of its last change, `{ $0.version = $1 }`; nothing for rows that keep none.
    ///   - clock: the time that requests and answers take; the test's own moves it.
    ///   - seed: decides latencies and faults.
    public convenience init(
        _ rows: [Row] = [], faults: Faults = .none,
        version: @escaping @Sendable (inout Row, Int) -> Void = { _, _ in }, clock: some Clock<Duration>,
        seed: UInt64 = 0
    ) {
        self.init(rows, faults, version, ClockedNetwork(clock: RuntimeClock(clock), seed: seed))
    }

    private init(
        _ rows: [Row], _ faults: Faults, _ setVersion: @escaping @Sendable (inout Row, Int) -> Void,
        _ network: any FakeNetwork
    ) {
        content = Guarded(Content(faults: faults))
        self.setVersion = setVersion
        self.network = network
        for row in rows { self[row.id] = row }
    }

    // MARK: For the test

    /// What the server has now. Set by the test, it is what another device writes; nil deletes the row.
    public subscript(id: Row.ID) -> Row? {
        get { content.withLock { $0.rows[id]?.row } }
        set { content.withLock { put(newValue, at: id, in: &$0) } }
    }

    /// Everything that the server has now, in the order in which it came.
    public var rows: [Row] { content.withLock { Self.sorted($0).map(\.row) } }

    /// What goes wrong with the requests that are made from now on.
    public var faults: Faults {
        get { content.withLock { $0.faults } }
        set { content.withLock { $0.faults = newValue } }
    }

    // MARK: For the code under test

    /// Reads a row.
    ///
    /// - Throws: ``SimulatedFault``, also when there is no such row; `CancellationError` when the caller was cancelled.
    public func read(_ id: Row.ID) async throws -> Row {
        try await call("read \(id)") { [self] in
            guard let row = self[id] else { throw SimulatedFault.refused("read \(id)") }
            return row
        }
    }

    /// Reads a page of all rows, in the order in which they came.
    ///
    /// - Parameters:
    ///   - cursor: the `next` of the page before; nil for the first.
    ///   - limit: how many rows it has at most.
    /// - Returns: the rows, and where the next page begins; nil when there is none.
    /// - Throws: ``SimulatedFault``; `CancellationError` when the caller was cancelled.
    public func page(after cursor: Int? = nil, limit: Int) async throws -> (rows: [Row], next: Int?) {
        try await call("page \(cursor ?? 0)") { [self] in
            let rest = content.withLock { Self.sorted($0) }.drop { $0.place <= cursor ?? 0 }
            let page = rest.prefix(limit)
            return (page.map(\.row), page.count < rest.count ? page.last?.place : nil)
        }
    }

    /// Changes a row, makes one, or deletes it.
    ///
    /// - Parameters:
    ///   - id: which row.
    ///   - key: the name of this change. The server does what has a name once, however often it is asked; what has none as often
    ///     as a request arrives.
    ///   - change: what the server does to the row, nil for none. What it throws refuses the request.
    /// - Returns: the row as the server has it afterwards; nil if it has none.
    /// - Throws: ``SimulatedFault``, what `change` throws, or `CancellationError` when the caller was cancelled. A change that
    ///   threw may have been done, as its answer may have been lost.
    @discardableResult
    public func write(
        _ id: Row.ID, key: String? = nil, _ change: @escaping @Sendable (inout Row?) throws -> Void
    ) async throws -> Row? {
        try await call("write \(id)") { [self] in
            try content.withLock { content in
                if let key, content.done.contains(key) { return content.rows[id]?.row }
                var row = content.rows[id]?.row
                try change(&row)
                if let key { content.done.insert(key) }
                put(row, at: id, in: &content)
                return content.rows[id]?.row
            }
        }
    }

    private func call<Answer: Sendable>(
        _ name: String, _ perform: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        try await network.call(name, faults, perform)
    }

    // MARK: Rows

    private func put(_ row: Row?, at id: Row.ID, in content: inout Content) {
        content.lastVersion += 1
        guard var row else {
            content.rows[id] = nil
            return
        }
        setVersion(&row, content.lastVersion)
        if content.rows[id] == nil { content.lastPlace += 1 }
        content.rows[id] = (row, content.rows[id]?.place ?? content.lastPlace)
    }

    private static func sorted(_ content: Content) -> [(row: Row, place: Int)] {
        content.rows.values.sorted { $0.place < $1.place }
    }
}
