import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTerminal
import ExampleWeightService

/// The changes for the server, stored in a separate folder until they have reached it.
struct Outbox: Sendable {
    /// Asks as nobody.
    private struct Anonymous: Credential {
        func validate() {}
        func apply(to request: inout MutableRequestProperties) {}
    }

    let queue: ChangeQueue<WeightPush>
    /// Reads what the server has.
    let client: WeightClient
    /// Why what waits was not taken.
    let trouble: Trouble
    private let log: OpenedCore<Weights>
    private let network: PatientNetwork
    private let following: Task<Void, Never>
    private let patience: Patience
    private let surroundings: Surroundings

    /// Opens the queue of a folder. Queued changes are visible in the log; nothing is sent before ``push(_:)``.
    static func open(
        in folder: DataFolder, of log: OpenedCore<Weights>, server: BaseURL, token: Secret?, patience: Patience,
        configuration: JournalConfiguration
    ) async throws -> Outbox {
        let surroundings = Surroundings.current
        let isOver = AsyncStream<Void>.makeStream()
        let trouble = Trouble()
        let network = PatientNetwork(surroundings.network(), patience, trouble) { isOver.continuation.yield() }
        var parts = GatewayParts(network: network)
        parts.runtime = surroundings.runtime
        parts.maxActiveRequests = lanes
        let gateway = try JsonGateway(baseURL: server, parts: parts)
        let credential: any Credential = token.map { BearerCredential($0.revealed) } ?? Anonymous()
        let queue = try await ChangeQueue.open(
            journal: folder.outbox, of: WeightPush.self, configuration: configuration,
            destinations: [.api: .server(gateway, credential: credential)],
            options: ChangeQueueOptions(
                backoff: Backoff(base: .milliseconds(200), cap: .seconds(10)), parallelLanes: lanes,
                lanePolicy: { _ in .stops }, timeout: patience.timeout, isOnline: false, runtime: surroundings.runtime),
            audience: .opened(log))
        let client = try WeightClient(
            credential: credential, gateway: gateway,
            options: WeightClientOptions(
                timeout: .seconds(30), telemetry: TelemetryOptions(application: "weightlog"),
                runtime: surroundings.runtime))
        let following = Task { for await _ in isOver.stream { await queue.setOnline(false) } }
        return Outbox(
            queue: queue, client: client, trouble: trouble, log: log, network: network, following: following,
            patience: patience, surroundings: surroundings)
    }

    private static let lanes = 4

    /// Takes changes, a weight at a time. Returns when all of them are kept and show.
    func enqueue(_ changes: [Change]) async throws {
        try await withThrowingTaskGroup { group in
            for push in changes.flatMap(WeightPush.pushes) { group.addTask { try await queue.enqueue(push) } }
            try await group.waitForAll()
        }
    }

    /// Pushes, and returns when nothing more can be pushed by now: everything has arrived, or was refused, or patience is
    /// over. When the user stops the program meanwhile, it lets go of the folder first.
    ///
    /// - Throws: `CancellationError`; `JournalError` when another process has opened the folder before this process
    ///   continues.
    func push(_ progress: ProgressLine?) async throws {
        guard patience.attempts > 0 else { return }
        // What it asked an earlier process for holds for this one.
        if let pause = await queue.status.pause, pause > patience.longestPause { return trouble.heard(pause: pause) }
        await queue.setOnline(true)
        let showing = progress.map { progress in
            Task {
                while true {
                    let left = await queue.status.queued
                    progress.show("pushing: \(left.counted("change")) left")
                    try await surroundings.runtime.clock.sleep(for: .milliseconds(200))
                }
            }
        }
        let stops = surroundings.stops()
        defer {
            stops.end()
            showing?.cancel()
            progress?.end()
        }
        while await stops.wait(for: { [queue] in await queue.idle() }) {
            try Task.checkCancellation()
            try await suspend()
            await stops.stop()
            try await resume()
        }
        try Task.checkCancellation()
    }

    /// Lets go of the folder: another process may change the log.
    private func suspend() async throws {
        // What is cancelled now says nothing about the server.
        network.listen(false)
        try await queue.suspend()
        try await log.suspend()
    }

    private func resume() async throws {
        try await log.resume()
        network.listen(true)
        try await queue.resume()
    }

    /// The numbers of weights of which something waits, or was refused: none of them may be given to another weight.
    var numbers: [Int] {
        get async { await queue.queued.map(\.change.record.id) + queue.deadLetters.map(\.change.record.id) }
    }

    func close() async throws {
        following.cancel()
        try await queue.close()
    }
}

/// Removes the queue's events about each change: the log shows predicted and confirmed changes, and a journal of
/// every attempt would be long.
struct PhasesPassBy: Middleware {
    func intercept(event: any Event, state: Weights) -> (any Event)? {
        event is ChangeEvent ? nil : event
    }
}

/// Why the last attempt that failed did, for a person who wonders.
final class Trouble: Sendable {
    private let last = Locked<String?>(nil)

    /// Nil when no attempt has failed.
    var text: String? { last.withLock { $0 } }

    /// An attempt has ended.
    func heard(_ ending: Result<Response, any Error>) {
        let heard: String? =
            switch ending {
            case .success(let response) where Patience.isPassing(response.status):
                Self.answer(response.status, response.retryAfter)
            case .failure(let error as GatewayError): "\(error)"
            default: nil
            }
        guard let heard else { return }
        last.withLock { $0 = heard }
    }

    /// Nothing is attempted, since the server asked for that before.
    func heard(pause: Duration) {
        last.withLock { $0 = "The server wants to be left alone for \(Self.seconds(of: pause)) more." }
    }

    private static func answer(_ status: Int, _ pause: Duration?) -> String {
        let wish = pause.map { ", and wants to be left alone for \(seconds(of: $0))" }
        return "The server answered \(status)\(wish ?? "")."
    }

    private static func seconds(of pause: Duration) -> String {
        let (seconds, rest) = pause.components
        return Int(seconds + (rest > 0 ? 1 : 0)).counted("second")
    }
}
