import ExampleWeightService
import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTerminal

/// The access to the server of a log.
package struct LogServer: Sendable {
    /// A credential that leaves requests unchanged.
    private struct Anonymous: Credential {
        func validate() {}
        func apply(to request: inout MutableRequestProperties) {}
    }

    let gateway: JsonGateway
    let credential: any Credential
    let network: PatientNetwork
    let timeout: Duration
    let runtime: Runtime

    /// - Parameters:
    ///   - network: The network of the gateway.
    ///   - timeout: The longest duration of an attempt.
    ///   - runtime: The runtime of the queue and of the client.
    package init(
        _ gateway: JsonGateway, credential: (any Credential)?, network: PatientNetwork,
        timeout: Duration = .seconds(30),
        runtime: Runtime = .live
    ) {
        self.gateway = gateway
        self.credential = credential ?? Anonymous()
        self.network = network
        self.timeout = timeout
        self.runtime = runtime
    }
}

/// The queue of changes for the server, stored in a separate folder until the server has received them.
package struct Outbox: Sendable {
    package let queue: ChangeQueue<WeightPush>
    /// The client that reads the weights of the server.
    let client: WeightClient
    /// The network, which detects that the server is not available.
    package let network: PatientNetwork
    private let following: Task<Void, Never>

    /// The number of changes that are sent at the same time.
    package static let lanes = 4

    /// Opens the queue of a folder. Queued changes are visible in the log; nothing is sent before ``begin(_:)``.
    static func open(
        in folder: DataFolder, of log: OpenedCore<Weights>, server: LogServer, configuration: JournalConfiguration
    ) async throws -> Outbox {
        let queue = try await ChangeQueue.open(
            journal: folder.outbox, of: WeightPush.self, configuration: configuration,
            destinations: [.api: .server(server.gateway, credential: server.credential)],
            options: ChangeQueueOptions(
                backoff: Backoff(base: .milliseconds(200), cap: .seconds(10)), parallelLanes: lanes,
                lanePolicy: { _ in .stops }, timeout: server.timeout, isOnline: false, runtime: server.runtime),
            audience: .opened(log))
        // A suspended outbox may have used this network before.
        server.network.listen(true)
        let client = try WeightClient(
            credential: server.credential, gateway: server.gateway,
            options: WeightClientOptions(
                timeout: .seconds(30), telemetry: TelemetryOptions(application: Weights.app), runtime: server.runtime))
        let isOver = AsyncStream<Void>.makeStream()
        server.network.whenOver { isOver.continuation.yield() }
        let following = Task { for await _ in isOver.stream { await queue.setOnline(false) } }
        return Outbox(queue: queue, client: client, network: server.network, following: following)
    }

    /// Enqueues changes, one for each weight. Returns when all of them are on the disk and visible.
    func enqueue(_ changes: [Change]) async throws {
        try await withThrowingTaskGroup { group in
            for push in changes.flatMap(WeightPush.pushes) { group.addTask { try await queue.enqueue(push) } }
            try await group.waitForAll()
        }
    }

    /// Starts to push. After that, `queue.idle()` returns when every change was pushed or refused, or when patience is
    /// over.
    ///
    /// - Returns: False if the server requested a longer pause from an earlier process.
    package func begin(_ patience: Patience) async -> Bool {
        if let pause = await queue.status.pause, pause > patience.longestPause {
            network.wait(pause)
            return false
        }
        network.begin(patience)
        await queue.setOnline(true)
        return true
    }

    /// The numbers of queued and refused weights, which a new weight must not receive.
    var numbers: [Int] {
        get async { await queue.queued.map(\.change.record.id) + queue.deadLetters.map(\.change.record.id) }
    }

    func suspend() async throws {
        // A request that is canceled by the suspension is not a fault of the server.
        network.listen(false)
        try await queue.suspend()
    }

    func resume() async throws {
        network.listen(true)
        try await queue.resume()
    }

    func close() async throws {
        following.cancel()
        try await queue.close()
    }
}

/// A middleware that removes the queue's events about each change. The log shows only predicted and confirmed changes,
/// and a journal with every attempt would be long.
struct PhasesPassBy: Middleware {
    func intercept(event: any Event, state: Weights) -> (any Event)? {
        event is ChangeEvent ? nil : event
    }
}
