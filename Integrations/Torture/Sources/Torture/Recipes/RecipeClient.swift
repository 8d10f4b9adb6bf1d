import Reactor
import Synchronization

/// The way in which an app uses the library for a list of a server.
package protocol Recipe: State {
    /// The app with its initial rows.
    init(rows: [Row], version: Int)

    /// The app without data: it has to read first.
    init()

    /// The content of the list.
    var shown: [Row] { get }

    /// Whether the app stores pending changes on its disk.
    static var keepsChanges: Bool { get }

    /// The values that the app observes while it runs, if any.
    static func watch(at core: Core<Self>) -> [Subscription]

    /// The user changes a row.
    static func act(_ change: Change, at core: Core<Self>, _ network: Network)

    /// The user pulls to refresh, or there is nothing to show yet.
    static func refresh(page: Int?, at core: Core<Self>, _ network: Network)

    /// The server pushes the current version of a row.
    static func receive(_ known: Known, at core: Core<Self>, _ network: Network)
}

extension Recipe {
    package static func watch(at core: Core<Self>) -> [Subscription] { [] }
}

/// A change that the user has made.
package struct Change: Hashable, Sendable {
    package var request: String
    package var operation: Operation
    /// It is not shown before the server has responded.
    package var isPlain: Bool
}

/// A recipe as a client that can be judged.
final class RecipeClient<App: Recipe>: Client {
    private struct Running {
        let core: Core<App>
        let network: Network
        var subscriptions: [Subscription]
    }

    private let turns = TurnExecutor()
    private var running: Running?
    private let shown = Shown()
    private var kept: [String] = []

    deinit { close() }

    func take(_ message: Message, turns: Int?) -> Reply {
        switch message {
        case .start(_, let rows, let version):
            begin(App(rows: rows, version: version), Network())
            watch()
        case .restart:
            let kept = App.keepsChanges ? running?.network.open ?? [] : []
            begin(App(), Network(after: running?.network.fetches ?? 0))
            // Changes that are sent again are pending before anything is read.
            for change in kept { act(change) }
            watch()
            perform(message)
            self.kept = kept.map(\.request)
        default: perform(message)
        }
        self.turns.run(turns: turns)
        var reply = running?.network.takeReply() ?? Reply()
        reply.show = shown.rows.withLock { $0 }
        (reply.kept, kept) = (kept, [])
        return reply
    }

    private func act(_ change: Change) {
        guard let running else { return }
        running.network.opens(change)
        App.act(change, at: running.core, running.network)
    }

    private func perform(_ message: Message) {
        guard let (core, network) = running.map({ ($0.core, $0.network) }) else { return }
        switch message {
        case .act(let request, let operation, let isPlain):
            act(Change(request: request, operation: operation, isPlain: isPlain))
        case .answer(let answer): network.deliver(answer)
        case .push(let known): App.receive(known, at: core, network)
        case .refresh(let page): App.refresh(page: page, at: core, network)
        case .reset:
            // Changes belong to the user that made them.
            network.forgetsOpen()
            core.fire(event: Reset<App>())
            App.refresh(page: nil, at: core, network)
        case .restart: App.refresh(page: nil, at: core, network)
        case .start: break
        }
    }

    private func begin(_ app: App, _ network: Network) {
        close()
        let core = Core(
            state: app, dependencies: Dependencies { $0.network = network }, runtime: turns.runtime())
        shown.rows.withLock { $0 = app.shown }
        let subscription = core.subscribe { [shown] (app: App) in shown.rows.withLock { $0 = app.shown } }
        running = Running(core: core, network: network, subscriptions: [subscription])
    }

    private func watch() {
        guard let core = running?.core else { return }
        running?.subscriptions += App.watch(at: core)
    }

    /// Ends the app like a kill, except that none of it stays in memory.
    private func close() {
        guard let running else { return }
        for subscription in running.subscriptions { subscription.cancel() }
        running.core.cancelAll()
        turns.run()
        self.running = nil
    }
}

/// The rows that the list shows now.
private final class Shown: Sendable {
    let rows = Mutex<[Row]>([])
}
