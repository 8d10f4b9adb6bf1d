import Reactor

/// Performs what sequences describe: sends each request to its destination, and gives the answer to the next.
///
/// Errors of the network are dealt with here, in one place: retried, or thrown as ``ServiceError``. A sequence looks only
/// at answers of success, and at those that a request is accepting.
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

    /// A runner that knows these destinations.
    ///
    /// - Throws: What validating their credentials throws.
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

    /// Performs what is left of a sequence.
    ///
    /// The cursor stands where it was left when this throws, so the sequence can be run again from there, now or with
    /// its stored record in another process.
    ///
    /// - Parameters:
    ///   - cursor: The sequence, and how far it has come; it moves on with each answer.
    ///   - store: Given what is to be kept, after each answer and before the next request is sent.
    ///   - progress: Called with each step as it begins, and of its bytes as they go out. From any thread; must not block.
    /// - Throws: ``ServiceError``, ``SequenceError``, what the sequence or `store` throws, `CancellationError`.
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
                // What the answer before was given for is what has to be sent, also by another process.
                cursor.name(cursor.request?.fileMarks ?? [:])
            } catch let error as ServiceError {
                guard let status = error.status, try cursor.refused(status: status) else { throw error }
                restarts += 1
                guard restarts <= options.restarts else {
                    throw SequenceError(.restartedTooOften(step: request.step, limit: options.restarts))
                }
            }
            try await store(cursor.record)
        }
    }

    /// Performs one request.
    ///
    /// - Parameter files: What its files were when they were first named.
    /// - Throws: ``ServiceError``, ``SequenceError``, `CancellationError`.
    package func send(
        _ request: RequestDescription, at index: Int = 0, files: [String: FileMark] = [:],
        _ progress: (@Sendable (SequenceProgress) -> Void)? = nil
    ) async throws -> ServiceAnswer {
        guard let destination = destinations[request.destination], let pipeline = pipelines[request.destination] else {
            throw SequenceError(
                .unknownDestination(
                    request.destination, step: request.step, known: Array(destinations.keys)))
        }
        progress?(SequenceProgress(index: index, step: request.step, transfer: nil))
        let now = request.fileMarks
        if let path = request.files.first(where: { files[$0] != nil && now[$0] != nil && files[$0] != now[$0] }) {
            throw SequenceError(.changedFile(path: path, step: request.step))
        }
        var properties = try destination.request(for: request, random: options.runtime.random)
        if let progress {
            properties.onProgress = { transfer in
                guard transfer.direction == .sending else { return }
                progress(SequenceProgress(index: index, step: request.step, transfer: transfer))
            }
        }
        // A step is the same step however often it arrives: a server knows it by its key, a storage by its address.
        return try await pipeline.send(
            "\(request.operation)/\(request.step)", properties, accepting: Set(request.accepting),
            answers: request.answers, isRepeatable: true)
    }
}

extension RequestDescription {
    /// What its files are now. One that cannot be read fails the step when that is sent.
    package var fileMarks: [String: FileMark] {
        var marks: [String: FileMark] = [:]
        for path in files { marks[path] = try? FileMark(path) }
        return marks
    }
}
