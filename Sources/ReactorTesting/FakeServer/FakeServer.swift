import Reactor

/// A server for tests: rows by id, which are read alone or as pages and changed by writes, over a network whose faults the test
/// selects.
///
/// The server is independent of queries, commands and states. In a simulation, the seed decides the faults of the network:
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
/// Without a simulation the server responds immediately, or after latencies on the clock that you pass. Each change gives a row a
/// version, which is the next number among all rows. A row is never replaced by an older version.
public final class FakeServer<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    private struct Content {
        var rows: [Row.ID: (row: Row, place: Int)] = [:]
        var lastPlace = 0
        var lastVersion = 0
        /// The keys of the completed writes.
        var done: Set<String> = []
        var faults: NetworkFaults
    }

    private let content: Guarded<Content>
    private let setVersion: @Sendable (inout Row, Int) -> Void
    private let network: any FakeNetwork

    /// Creates a server whose network is controlled by the seed of a simulation.
    ///
    /// - Parameters:
    ///   - simulation: The simulation.
    ///   - rows: The initial rows, in order.
    ///   - faults: The faults of requests and responses.
    ///   - version: A closure that stores the number of the last change in the row: `{ $0.version = $1 }`. By default it does
    ///     nothing.
    ///   - name: The name of the server in the history.
    public convenience init(
        _ simulation: Simulation, _ rows: [Row] = [], faults: NetworkFaults = .none,
        version: @escaping @Sendable (inout Row, Int) -> Void = { _, _ in },
        name: String = "server"
    ) {
        self.init(rows, faults, version, SimulatedNetwork(name: name, simulation: simulation))
    }

    /// Creates a server without a simulation, which responds immediately, whatever the latencies of `faults`.
    ///
    /// - Parameters:
    ///   - rows: The initial rows, in order.
    ///   - faults: The faults of requests and responses.
    ///   - version: A closure that stores the number of the last change in the row: `{ $0.version = $1 }`. By default it does
    ///     nothing.
    ///   - seed: The seed of the faults.
    public convenience init(
        _ rows: [Row] = [], faults: NetworkFaults = .none,
        version: @escaping @Sendable (inout Row, Int) -> Void = { _, _ in }, seed: UInt64 = 0
    ) {
        self.init(rows, faults, version, ClockedNetwork(clock: nil, seed: seed))
    }

    /// Creates a server without a simulation, whose requests and responses take time, for example for a ``TestCore``.
    ///
    /// - Parameters:
    ///   - rows: The initial rows, in order.
    ///   - faults: The faults of requests and responses.
    ///   - version: A closure that stores the number of the last change in the row: `{ $0.version = $1 }`. By default it does
    ///     nothing.
    ///   - clock: The clock of the latencies, such as the clock of the test.
    ///   - seed: The seed of latencies and faults.
    public convenience init(
        _ rows: [Row] = [], faults: NetworkFaults = .none,
        version: @escaping @Sendable (inout Row, Int) -> Void = { _, _ in }, clock: some Clock<Duration>,
        seed: UInt64 = 0
    ) {
        self.init(rows, faults, version, ClockedNetwork(clock: RuntimeClock(clock), seed: seed))
    }

    private init(
        _ rows: [Row], _ faults: NetworkFaults, _ setVersion: @escaping @Sendable (inout Row, Int) -> Void,
        _ network: any FakeNetwork
    ) {
        content = Guarded(Content(faults: faults))
        self.setVersion = setVersion
        self.network = network
        for row in rows { self[row.id] = row }
    }

    // MARK: For the test

    /// The row as the server has it now. Set it to simulate a write of another device; nil deletes the row.
    public subscript(id: Row.ID) -> Row? {
        get { content.withLock { $0.rows[id]?.row } }
        set { content.withLock { put(newValue, at: id, in: &$0) } }
    }

    /// All current rows of the server, in the order in which they were added.
    public var rows: [Row] { content.withLock { Self.sorted($0).map(\.row) } }

    /// The faults of future requests.
    public var faults: NetworkFaults {
        get { content.withLock { $0.faults } }
        set { content.withLock { $0.faults = newValue } }
    }

    // MARK: For the code under test

    /// Reads a row.
    ///
    /// - Throws: ``SimulatedFault``, also if the row does not exist; `CancellationError` if the caller was cancelled.
    public func read(_ id: Row.ID) async throws -> Row {
        try await call("read \(id)") { [self] in
            guard let row = self[id] else { throw SimulatedFault.refused("read \(id)") }
            return row
        }
    }

    /// Reads a page of all rows, in the order in which they were added.
    ///
    /// - Parameters:
    ///   - cursor: The `next` of the previous page, or nil for the first page.
    ///   - limit: The largest number of rows in the page.
    /// - Returns: The rows, and the cursor of the next page, or nil if this page is the last.
    /// - Throws: ``SimulatedFault``; `CancellationError` if the caller was cancelled.
    public func page(after cursor: Int? = nil, limit: Int) async throws -> (rows: [Row], next: Int?) {
        try await call("page \(cursor ?? 0)") { [self] in
            let rest = content.withLock { Self.sorted($0) }.drop { $0.place <= cursor ?? 0 }
            let page = rest.prefix(limit)
            return (page.map(\.row), page.count < rest.count ? page.last?.place : nil)
        }
    }

    /// Creates, changes or deletes a row.
    ///
    /// - Parameters:
    ///   - id: The id of the row.
    ///   - key: The idempotency key. A write with a key is done once, however often the request arrives. A write without a key is
    ///     done each time.
    ///   - change: The change. The row is nil if it does not exist; set it to nil to delete it. An error refuses the request.
    /// - Returns: The row afterwards, or nil if it does not exist.
    /// - Throws: ``SimulatedFault``, the error of `change`, or `CancellationError` if the caller was cancelled. The change may be
    ///   done even so, because the response can be lost.
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
