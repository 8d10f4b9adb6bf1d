import Observation
import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices

/// A label that the core notifies.
@MainActor
final class TotalLabel: Subscriber {
    var text = ""
    func update(with count: Int) { text = "\(count)" }
}

/// An ordinary view controller, whose closures use its properties.
@MainActor
final class WeightsScreen {
    private let core: Core<App>
    private let app: ObservableCore<App>
    private let form: ObservableCore<Form>
    private let label = TotalLabel()
    private var subscriptions: [Subscription] = []
    private(set) var shown: [Weight] = []

    init(core: Core<App>) {
        self.core = core
        app = ObservableCore(core)
        form = ObservableCore(core.scope(to: \.form))
    }

    func appear() {
        core.add(subscriber: label, selecting: \.count)
        subscriptions = [
            core.subscribe(to: \.weights) { [weak self] in self?.shown = Array($0) },
            core.subscribe(to: .row(\.weights, id: 1)) { [weak self] _ in self?.redraw() },
            core.subscribe(to: \.count, \.problem) { @MainActor [weak self] _, _ in self?.redraw() },
        ]
        withObservationTracking {
            print(app.count, form.draft)
        } onChange: {
            Task { @MainActor [weak self] in self?.redraw() }
        }
    }

    func type(_ text: String) { form[Form.draft] = text }

    func save(_ kilograms: Double) {
        core.fire(command: SaveWeight(kilograms: kilograms)) { $0.timeout = .seconds(5) }
    }

    func undo() {
        if let undo = app.note.undoEvent { app.fire(event: undo) }
    }

    func open(_ id: Int) { app.fire(event: Opened(route: .weight(id))) }

    func watch() async {
        for await count in core.updates(of: \.count) { label.text = "\(count)" }
    }

    private func redraw() {}
}

/// The objects with the lifetime of the app: a core that resumes from its journal, and the queue of changes.
@MainActor
final class Model {
    private var isWatching = true
    private(set) var screen: WeightsScreen?

    func start(_ folder: String) async throws {
        let opened = try await Core.open(
            journal: "\(folder)/state", initial: App(), catalog: App.catalog,
            configuration: JournalConfiguration(app: "weights"),
            reactions: isWatching ? [.on(Reset<App>.self) { _ in SaveWeight(kilograms: 80) }] : [],
            dependencies: Dependencies { $0.weights = MemoryService() })
        for resumed in opened.pending { resumed.prediction.rollback() }
        let network = InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }
        let api = JsonGateway(baseURL: try BaseURL("https://weights.example"), network: network)
        let queue = try await ChangeQueue<WeightChange>.open(
            journal: "\(folder)/changes", configuration: JournalConfiguration(app: "weights"),
            destinations: [.api: .server(api)], audience: .opened(opened))
        try await queue.enqueue(.log(id: 2, kilograms: 81))
        let screen = WeightsScreen(core: opened.core)
        screen.appear()
        screen.save(80.5)
        self.screen = screen
        await opened.core.settled()
        try await queue.close()
        try await opened.close()
    }

    /// A core without a journal, pinned to the main actor, with reactions that read the model.
    func preview() -> ObservableCore<App> {
        ObservableCore(
            Core(
                state: App(), reactions: isWatching ? [.on(Added.self) { _ in SaveWeight(kilograms: 1) }] : [],
                runtime: .main))
    }
}

@main
struct WeightsApp {
    static func main() async throws {
        let model = Model()
        try await model.start("/tmp/weights")
        print(model.preview().count)
    }
}
