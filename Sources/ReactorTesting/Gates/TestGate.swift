import Reactor

/// A point where code under test waits until the test lets it continue, with a value or an error.
///
/// A stub of a service calls ``wait()``. The test waits for this call with ``arrived(_:fileID:line:)``, checks the state, and
/// opens the gate.
///
/// ```swift
/// struct GatedService: WeightService {
///     let answer = TestGate<[Double]>()
///     func records() async throws -> [Double] { try await answer.wait() }
/// }
///
/// let service = GatedService()
/// let core = Core(state: Counter(), dependencies: Dependencies { $0.weights = service })
/// core.perform { core in _ = try await core.dependencies.weights.records() }
/// await service.answer.arrived()
/// service.answer.open(with: [80.5])
/// ```
///
/// A call that waits at a gate ignores its cancellation, as a slow service does, unless `heedsCancellation` is true. A gate can
/// be used from any thread.
public final class TestGate<Value: Sendable>: Sendable {
    private let table = Guarded(GateTable<Value>())
    private let heedsCancellation: Bool

    /// Creates a closed gate.
    ///
    /// - Parameter heedsCancellation: Whether a task that is cancelled while it waits continues immediately with
    ///   `CancellationError`.
    public init(heedsCancellation: Bool = false) { self.heedsCancellation = heedsCancellation }

    // MARK: For the code under test

    /// Counts an arrival, and waits until the test lets the call continue. Code that cannot throw calls `try? await wait()`.
    ///
    /// - Returns: The value that the gate was opened with.
    /// - Throws: The error that the gate was failed with, or `CancellationError` if `heedsCancellation` is true.
    public func wait() async throws -> Value {
        let id = table.withLock { $0.calls.makeID() }
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

    /// Counts an arrival without waiting, for synchronous code.
    package func arrive() { perform { $0.arrive() } }

    // MARK: For the test

    /// The number of calls that have arrived.
    public var arrivals: Int { table.withLock { $0.arrivals } }

    /// The number of calls that wait now.
    package var standing: Int { table.withLock { $0.calls.all.count } }

    /// Waits until `count` calls have arrived in all.
    ///
    /// If fewer calls arrive, it waits until its task is cancelled, for example by the time limit of the test. It then reports
    /// the number of arrivals and returns.
    public func arrived(_ count: Int = 1, fileID: StaticString = #fileID, line: UInt = #line) async {
        let id = table.withLock { $0.watchers.makeID() }
        let isReached = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in perform { $0.watch(id, for: count, continuation) } }
        } onCancel: {
            perform { $0.watchers.giveUp(id) }
        }
        if !isReached {
            TestFailureRecording.report(
                "The test waited for \(count) arrivals at a gate, and was cancelled after \(arrivals). Make the code under test wait "
                    + "at this gate, or expect fewer arrivals.", TestSite(fileID, line))
        }
    }

    /// Lets all calls continue with this value, now and later.
    public func open(with value: Value) { perform { $0.open(.success(value)) } }

    /// Lets all calls continue with this error, now and later.
    public func fail(with error: any Error) { perform { $0.open(.failure(error)) } }

    /// Makes future calls wait again.
    package func close() { table.withLock { $0.close() } }

    /// Lets the calls that wait now continue. Later calls wait.
    package func resumeAll(with value: Value) { perform { $0.resumeAll(.success(value)) } }

    /// Lets one waiting call continue: the earliest, or the call at another position in the order of arrival.
    ///
    /// - Returns: Whether a call waited there.
    @discardableResult
    public func resumeOne(at place: Int = 0, with value: Value) -> Bool { resumeOne(at: place, .success(value)) }

    /// Lets one waiting call continue with an error.
    ///
    /// - Returns: Whether a call waited there.
    @discardableResult
    public func resumeOne(at place: Int = 0, throwing error: any Error) -> Bool {
        resumeOne(at: place, .failure(error))
    }

    private func resumeOne(at place: Int, _ result: Result<Value, any Error>) -> Bool {
        var found = false
        perform { table in
            let wakings = table.resumeOne(at: place, result)
            found = !wakings.isEmpty
            return wakings
        }
        return found
    }

    /// Changes the table, then resumes the released continuations outside of the lock.
    private func perform(_ change: (inout GateTable<Value>) -> [GateTable<Value>.Waking]) {
        for waking in table.withLock(change) { waking() }
    }
}

extension TestGate where Value == Void {
    /// Creates a gate. An open gate only counts arrivals.
    package convenience init(isOpen: Bool, heedsCancellation: Bool = false) {
        self.init(heedsCancellation: heedsCancellation)
        if isOpen { open() }
    }

    /// Lets all calls continue, now and later.
    public func open() { open(with: ()) }

    /// Lets the calls that wait now continue. Later calls wait.
    public func resumeAll() { resumeAll(with: ()) }

    /// Lets one waiting call continue.
    ///
    /// - Returns: Whether a call waited there.
    @discardableResult
    public func resumeOne(at place: Int = 0) -> Bool { resumeOne(at: place, with: ()) }
}
