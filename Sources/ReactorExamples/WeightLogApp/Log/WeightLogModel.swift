import ExampleWeightLogCore
import Observation
import Reactor
import ReactorOffline
import ReactorServices

/// The model of the views: the core of the screens, and the core of the open log.
@MainActor
@Observable
package final class WeightLogModel {
    package let desk: ObservableCore<Desk>
    package let environments: ServerEnvironments
    private let logs: OpenLogs

    /// - Parameters:
    ///   - folder: The folder with the logs, one for each environment.
    ///   - environment: The environment that was chosen last, or nil.
    ///   - network: The network for requests.
    ///   - serverRuntime: The clock and the random numbers of requests.
    package convenience init(
        folder: String, environment: String? = nil, environments: ServerEnvironments = .weightLog,
        network: any NetworkAdapter = URLSessionNetworkAdapter(), serverRuntime: Runtime = .live
    ) {
        let chosen = environments.all.first { $0.name.rawValue == environment } ?? environments.all[0]
        self.init(
            Desk(environment: chosen.name), environments,
            OpenLogs(folder, environments, network, serverRuntime))
    }

    private init(_ desk: Desk, _ environments: ServerEnvironments, _ logs: OpenLogs) {
        self.logs = logs
        self.environments = environments
        self.desk = ObservableCore(
            Core(
                state: desk,
                reactions: [
                    .on(Reset<ServerEnvironment>.self) { _ in Perform(work: .open, logs: logs) },
                    .on(Work.self) { work in Perform(work: work, logs: logs) },
                    .on(WorkDone.self) { done in done.isFollowedByPush ? Perform(work: .push, logs: logs) : nil },
                    .on(ConnectionChanged.self) { connection in
                        Perform(work: connection.isOnline ? .sync : .push, logs: logs)
                    },
                ],
                runtime: .main))
    }

    /// The open log, or nil while none is open.
    package var log: ObservableCore<Weights>? { logs.shown }

    /// Opens the log of the environment that was chosen last.
    package func start() {
        guard log == nil, !desk.isOpen else { return }
        desk.fire(event: Reset<ServerEnvironment>())
    }

    /// Does work, and returns when it has ended: SwiftUI shows its spinner until then.
    package func perform(_ work: Work) async {
        _ = await desk.fire(command: Perform(work: work, logs: logs)).outcome
    }
}

extension WeightLogModel {
    /// A model with sample states, for previews. It opens no log, so every work ends with an error.
    package static func sample(_ book: WeightBook, _ change: (inout Desk) -> Void = { _ in }) -> WeightLogModel {
        var weights = Weights()
        weights.react(to: RecordsArrived(book: book))
        let model = loading { desk in
            desk.isOpen = true
            change(&desk)
        }
        model.logs.show(Core(state: weights, runtime: .main))
        return model
    }

    /// A model without an open log, for previews.
    package static func loading(_ change: (inout Desk) -> Void = { _ in }) -> WeightLogModel {
        let environments = ServerEnvironments.weightLog
        var desk = Desk(environment: .demo)
        change(&desk)
        return WeightLogModel(desk, environments, OpenLogs("", environments, URLSessionNetworkAdapter(), .live))
    }
}

// Values for the views.
extension WeightLogModel {
    /// The content of a window.
    package enum Page: Hashable {
        case loading, failed, empty, nothingFound, list
    }

    /// The list of a window. A view computes it once for each time that it is drawn.
    package struct Shown {
        package let page: Page
        /// The weights that match the search, from the newest day to the oldest.
        package let entries: [WeightEntry]
    }

    package func shown(search text: String) -> Shown {
        guard let log else { return Shown(page: desk.problem == nil ? .loading : .failed, entries: []) }
        // The rows and the changes are stored, so that a comparison after each event is cheap.
        let all = Weights.entries(log[\.weights], pending: log[\.pending])
        if all.isEmpty { return Shown(page: .empty, entries: []) }
        let search = LogSearch(text)
        let entries = Array(all.reversed().lazy.filter { search.matches($0.record.reading) })
        return Shown(page: entries.isEmpty ? .nothingFound : .list, entries: entries)
    }

    /// The words of the last deed that can be undone, or nil.
    package var undoable: String? {
        guard let log, log[\.deeds.canUndo] else { return nil }
        return log[\.deeds.document.words]
    }

    package var canRedo: Bool { log?[\.deeds.canRedo] ?? false }

    /// The steps that the undo manager of a window offers.
    package struct Steps: Equatable {
        let undo: String?
        let canRedo: Bool
    }

    package var steps: Steps { Steps(undo: undoable, canRedo: canRedo) }
}

/// The open log of the chosen environment.
@MainActor
@Observable
package final class OpenLogs {
    fileprivate var shown: ObservableCore<Weights>?
    nonisolated let connection: ServerConnection<Session>
    private nonisolated let folder: String
    private nonisolated let environments: ServerEnvironments
    private nonisolated let network: PatientNetwork
    private nonisolated let serverRuntime: Runtime

    fileprivate init(
        _ folder: String, _ environments: ServerEnvironments, _ network: any NetworkAdapter, _ serverRuntime: Runtime
    ) {
        let network = PatientNetwork(network)
        (self.folder, self.environments, self.network) = (folder, environments, network)
        self.serverRuntime = serverRuntime
        connection = ServerConnection { _, _ in
            var parts = GatewayParts(network: network)
            parts.runtime = serverRuntime
            return ServerAccess(parts)
        }
    }

    /// Closes the open log, and opens the log of an environment.
    nonisolated func open(
        _ name: ServerEnvironment.Name, note: @escaping @Sendable (String) -> Void
    ) async throws -> Session {
        try await connection.enter(environments.named(name)) { [self] server in
            let session = try await session(of: server, note: note)
            server.atEnd {
                await self.show(nil)
                do { try await session.close() } catch { note("\(error)") }
            }
            try await session.hand()
            await show(session.core)
            return session
        }
    }

    private nonisolated func session(
        of server: ServerSession, note: @escaping @Sendable (String) -> Void
    ) async throws -> Session {
        let name = server.environment.name
        if name == .demo { return try await .example(runtime: runtime) }
        return try await .open(
            in: DataFolder(path: "\(folder)/\(name)"),
            server: (try? server.gateway()).map {
                LogServer($0, credential: server.credential(), network: network, runtime: serverRuntime)
            },
            runtime: runtime, note: note)
    }

    /// A view reads a weight immediately after an event.
    private nonisolated var runtime: Runtime {
        var runtime = Runtime.main
        runtime.report = Session.report
        return runtime
    }

    fileprivate func show(_ core: Core<Weights>?) { shown = core.map { ObservableCore($0) } }
}

nonisolated extension ServerEnvironment.Name {
    package static let device: ServerEnvironment.Name = "device"
    package static let demo: ServerEnvironment.Name = "demo"
}

nonisolated extension ServerEnvironments {
    /// A log on the device alone, logs with a server, and the example log of the demo user in memory.
    package static let weightLog = ServerEnvironments(
        ServerEnvironment(.device, baseURLs: [:]),
        ServerEnvironment("production", baseURLs: servers("https://weights.example")),
        ServerEnvironment("local", baseURLs: servers("http://localhost:8080")),
        ServerEnvironment(.demo, baseURLs: [:]))

    private static func servers(_ address: String) -> [DestinationName: BaseURL] {
        (try? BaseURL(address)).map { [.api: $0] } ?? [:]
    }
}
