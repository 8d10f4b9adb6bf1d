public import Reactor

/// A runner that sends the requests of sequences to their destinations.
///
/// The runner handles network errors: it retries requests or throws a ``ServiceError``. A sequence receives only
/// responses with a success status, or with a status that the request accepts.
///
/// ```swift
/// func perform(_ sequence: some RequestSequence, api: any Gateway, storage: any Gateway) async throws {
///     let runner = try SequenceRunner(destinations: [
///         .api: .server(api, credential: BearerCredential("t-123")),
///         .storage: .addresses(storage),
///     ])
///     var cursor = try SequenceCursor(sequence)
///     try await runner.run(&cursor)
/// }
/// ```
public struct SequenceRunner: Sendable {
    package let destinations: [DestinationName: SequenceDestination]
    private let pipelines: [DestinationName: ServicePipeline]
    private let options: SequenceRunnerOptions

    /// Creates a runner with these destinations.
    ///
    /// - Throws: The error of a credential's validation.
    public init(
        destinations: [DestinationName: SequenceDestination], options: SequenceRunnerOptions = SequenceRunnerOptions()
    ) throws {
        self.destinations = destinations
        self.options = options
        pipelines = try destinations.mapValues { destination in
            try ServicePipeline(
                gateway: destination.gateway, credential: destination.credential, timeout: options.timeout,
                attemptTimeout: options.attemptTimeout, stallTimeout: options.stallTimeout, retry: options.retry,
                runtime: options.runtime,
                logger: options.logger,
                requestID: RequestIDPolicy(apiVersion: nil, userAgent: nil))
        }
    }

    /// Runs the remaining steps of a sequence.
    ///
    /// If this throws, the cursor remains at its last position. Run the sequence again from there, or from its stored
    /// record in another process.
    ///
    /// - Parameters:
    ///   - cursor: The sequence and its position, which advances with each response.
    ///   - store: A closure that stores the record, after each response and before the next request is sent.
    ///   - progress: A closure that receives the progress when each step starts and while its body is sent. It is
    ///     called on any thread and must not block.
    /// - Throws: ``ServiceError``, ``SequenceError``, the error of the sequence or of `store`, or `CancellationError`.
    public nonisolated(nonsending) func run<Sequence: RequestSequence>(
        _ cursor: inout SequenceCursor<Sequence>,
        store: nonisolated(nonsending) (SequenceRecord) async throws -> Void = { _ in },
        progress: (@Sendable (SequenceProgress) -> Void)? = nil
    ) async throws {
        var restarts = 0
        while let request = cursor.request {
            do {
                cursor.name(request.fileMarks)
                let index = cursor.record.exchanges.count
                let answer = try await send(request, at: index, files: cursor.record.files, progress)
                do {
                    try cursor.answered(status: answer.raw.status, headers: answer.raw.headers, body: answer.raw.body)
                } catch let error as SequenceError {
                    throw error.masked(answer.masked)
                }
                // The files of the next request are recorded with this response, so that another process can compare
                // them.
                cursor.name(cursor.request?.fileMarks ?? [:])
            } catch let error as ServiceError {
                guard let status = error.status, try cursor.restart(after: status) else { throw error }
                restarts += 1
                guard restarts <= options.restarts else {
                    throw SequenceError.restartedTooOften(step: request.step, limit: options.restarts)
                }
            }
            try await store(cursor.record)
        }
    }

    /// Sends one request.
    ///
    /// - Parameter files: The size and date of each file when it was first named.
    /// - Throws: ``ServiceError``, ``SequenceError``, `CancellationError`.
    package func send(
        _ request: RequestDescription, at index: Int = 0, files: [String: FileMark] = [:],
        _ progress: (@Sendable (SequenceProgress) -> Void)? = nil
    ) async throws -> ServiceAnswer {
        guard let destination = destinations[request.destination], let pipeline = pipelines[request.destination] else {
            throw SequenceError.unknownDestination(
                request.destination, step: request.step, known: Array(destinations.keys))
        }
        progress?(SequenceProgress(index: index, step: request.step, transfer: nil))
        let now = request.fileMarks
        if let path = request.files.first(where: { files[$0] != nil && now[$0] != nil && files[$0] != now[$0] }) {
            throw SequenceError.changedFile(path: path, step: request.step)
        }
        var properties = try destination.request(for: request, random: options.runtime.random)
        if let progress {
            properties.onProgress = { transfer in
                guard transfer.direction == .sending else { return }
                progress(SequenceProgress(index: index, step: request.step, transfer: transfer))
            }
        }
        // Steps can be repeated: a server identifies them by their key, and a storage by its address.
        return try await pipeline.send(
            "\(request.operation)/\(request.step)", properties, accepting: Set(request.accepting),
            answers: request.answers, isRepeatable: true)
    }
}

extension RequestDescription {
    /// The current size and date of the files. A file that cannot be read fails the step when it is sent.
    package var fileMarks: [String: FileMark] {
        var marks: [String: FileMark] = [:]
        for path in files { marks[path] = try? FileMark(path) }
        return marks
    }
}

/// The options of a sequence runner.
public struct SequenceRunnerOptions: Sendable {
    package let retry: RetryPolicy
    package let timeout: Duration?
    package let attemptTimeout: Duration
    package let stallTimeout: Duration
    package let restarts: Int
    package let logger: ServiceLogger
    package let runtime: Runtime

    /// Creates options. Each has a default.
    ///
    /// - Parameters:
    ///   - retry: The rules for further attempts of each request.
    ///   - timeout: The time limit of each request, including all attempts. nil means no limit.
    ///   - attemptTimeout: The time limit of one attempt.
    ///   - stallTimeout: The time without any transferred byte after which an attempt fails.
    ///   - restarts: The maximum number of restarts from an earlier step in one run.
    ///   - logger: The logger of the runner.
    ///   - runtime: The source of the clock and the random numbers.
    public init(
        retry: RetryPolicy = .exponential(attempts: 4), timeout: Duration? = nil,
        attemptTimeout: Duration = .seconds(900), stallTimeout: Duration = .seconds(60), restarts: Int = 2,
        logger: ServiceLogger = .off, runtime: Runtime = .live
    ) {
        self.retry = retry
        self.timeout = timeout
        self.attemptTimeout = attemptTimeout
        self.stallTimeout = stallTimeout
        self.restarts = restarts
        self.logger = logger
        self.runtime = runtime
    }
}

/// The progress of a sequence.
public struct SequenceProgress: Hashable, Sendable {
    /// The index of the current step, from 0.
    public let index: Int
    /// The name of the current step.
    public let step: String
    /// The progress of the step's body, or nil before its first bytes were sent.
    public let transfer: TransferProgress?
}
