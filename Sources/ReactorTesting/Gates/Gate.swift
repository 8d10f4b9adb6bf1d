import Reactor

/// A place where code under test stops until the test lets it go on, with a value or an error.
///
/// A service under test stands at the gate; the test waits for it with ``arrived(_:fileID:line:)``, looks, and lets it go on.
///
/// ```swift
/// struct GatedService: WeightService {
///     let answer = Gate<[Double]>()
///     func records() async throws -> [Double] { try await answer.pass() }
/// }
///
/// let service = GatedService()
/// let core = Core(state: Counter(), dependencies: Dependencies { $0.weights = service })
/// core.perform { core in _ = try await core.dependencies.weights.records() }
/// await service.answer.arrived()
/// service.answer.open(with: [80.5])
/// ```
///
/// A body that stands at a gate ignores its cancellation, as a slow service does, unless the gate is made to heed it. Safe
/// to use from any thread.
public final class Gate<Value: Sendable>: Sendable {
    private let table = Guarded(GateTable<Value>())
    private let heedsCancellation: Bool

    /// A closed gate.
    ///
    /// - Parameter heedsCancellation: whether a task that is cancelled while it stands here goes on at once, with
    ///   `CancellationError`.
    public init(heedsCancellation: Bool = false) { self.heedsCancellation = heedsCancellation }

    // MARK: For the code under test

    /// Counts an arrival, and waits until the test lets it go on.
    ///
    /// - Returns: the value that the gate was opened with.
    /// - Throws: the error it was failed with, or `CancellationError` from a gate that heeds cancellation.
    public func pass() async throws -> Value {
        let id = table.withLock { $0.makeID() }
        guard heedsCancellation else { return try await stand(id) }
        return try await withTaskCancellationHandler {
            try await stand(id)
        } onCancel: {
            perform { $0.cancel(id) }
        }
    }

    private func stand(_ id: Int) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in perform { $0.arrive(id, continuation) } }
    }

    /// Counts an arrival without waiting, for code that is synchronous.
    package func arrive() { perform { $0.arrive() } }

    // MARK: For the test

    /// How often somebody came here.
    public var arrivals: Int { table.withLock { $0.arrivals } }

    /// How many stand here now.
    package var standing: Int { table.withLock { $0.standing.count } }

    /// Returns when somebody has come `count` times in all.
    ///
    /// Where nobody comes, it waits until its task is cancelled, as a test is whose time limit has passed. Then it says how
    /// many came, and returns.
    public func arrived(_ count: Int = 1, fileID: StaticString = #fileID, line: UInt = #line) async {
        let id = table.withLock { $0.watchers.makeID() }
        let isReached = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in perform { $0.watch(id, for: count, continuation) } }
        } onCancel: {
            perform { $0.watchers.cancel(id) }
        }
        if !isReached {
            TestFailureRecording.report(
                "The test waited for \(count) arrivals at a gate, and was cancelled after \(arrivals). Make the code under test wait "
                    + "at this gate, or expect fewer arrivals.", TestSite(fileID, line))
        }
    }

    /// Lets everybody pass with this value, now and later.
    public func open(with value: Value) { perform { $0.open(.success(value)) } }

    /// Lets everybody go on with this error, now and later.
    public func fail(with error: any Error) { perform { $0.open(.failure(error)) } }

    /// Stops those who come from now on.
    package func close() { table.withLock { $0.close() } }

    /// Lets those pass who stand here now; who comes later stops.
    package func letThrough(with value: Value) { perform { $0.letThrough(.success(value)) } }

    /// Lets those go on with an error who stand here now; who comes later stops.
    public func letThrough(failingWith error: any Error) { perform { $0.letThrough(.failure(error)) } }

    /// Lets one pass who stands here: the one who came first unless another place in the line is named.
    ///
    /// - Returns: whether somebody stood there.
    @discardableResult
    public func letOne(_ place: Int = 0, with value: Value) -> Bool { letOne(place, .success(value)) }

    /// Lets one go on with an error who stands here.
    ///
    /// - Returns: whether somebody stood there.
    @discardableResult
    public func letOne(_ place: Int = 0, failingWith error: any Error) -> Bool { letOne(place, .failure(error)) }

    private func letOne(_ place: Int, _ result: Result<Value, any Error>) -> Bool {
        var found = false
        perform { table in
            let wakings = table.letOne(place, result)
            found = !wakings.isEmpty
            return wakings
        }
        return found
    }

    /// Changes the table, then wakes whoever that lets go on, outside of the lock.
    private func perform(_ change: (inout GateTable<Value>) -> [GateTable<Value>.Waking]) {
        for waking in table.withLock(change) { waking() }
    }
}

extension Gate where Value == Void {
    /// A gate; an open one only counts arrivals.
    package convenience init(isOpen: Bool, heedsCancellation: Bool = false) {
        self.init(heedsCancellation: heedsCancellation)
        if isOpen { open() }
    }

    /// Counts an arrival, and waits until the test lets it go on: for code that cannot fail. An error lets it go on too.
    public func wait() async { try? await pass() }

    /// Lets everybody pass, now and later.
    public func open() { open(with: ()) }

    /// Lets those pass who stand here now; who comes later stops.
    public func letThrough() { letThrough(with: ()) }

    /// Lets one pass who stands here.
    ///
    /// - Returns: whether somebody stood there.
    @discardableResult
    public func letOne(_ place: Int = 0) -> Bool { letOne(place, with: ()) }
}
