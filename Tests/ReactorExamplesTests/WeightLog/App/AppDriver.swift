import ExampleWeightLogApp
import ExampleWeightLogCore
import Reactor
import ReactorServices
import ReactorTerminal
import ReactorTesting

@testable import ExampleWeightLog

/// The app without its views: a model over a folder and a server of the test.
@MainActor
struct AppDriver {
    let server = MemoryServer()
    let scratch = LogFolder()
    /// The window.
    let screen = ObservableCore(Core(state: LogScreen(), runtime: .main))

    /// Starts the app, and returns when the log is open and everything is sent and fetched.
    func start(_ environment: String? = nil) async -> WeightLogModel {
        let drawn = Locked<UInt64>(0)
        // Small numbers that differ: no pause between two attempts, and unique ids.
        let random = { @Sendable in
            drawn.withLock { drawn in
                drawn += 1
                return drawn % 2_048
            }
        }
        let model = WeightLogModel(
            folder: scratch.folder.path, environment: environment, network: server.network,
            serverRuntime: Runtime(clock: RuntimeClock(ManualClock()), random: random))
        model.start()
        await settle(model)
        return model
    }

    func settle(_ model: WeightLogModel) async { await model.desk.core.idle() }

    /// Does work as a button does it, and returns when it has ended.
    func tap(_ work: Work, _ model: WeightLogModel) async {
        model.desk.fire(event: work)
        await settle(model)
    }

    /// Fills the form and saves it.
    func log(_ day: String, _ kilograms: String, _ model: WeightLogModel) async throws {
        screen.fire(event: SheetChanged(.log(today: try Day(parsing: day))))
        try await save(kilograms, model)
    }

    func save(_ kilograms: String, _ model: WeightLogModel) async throws {
        screen[LogScreen.weight] = kilograms
        let work = screen.saving
        screen.fire(event: SheetChanged(nil))
        if let work { await tap(work, model) }
    }

    /// Closes the log, as the end of the app does.
    func close(_ model: WeightLogModel) async {
        model.desk.core.choose(environment: .demo)
        await settle(model)
    }

    /// The log of an environment, which no app has open.
    func session(_ environment: String = "device") async throws -> Session {
        try await .open(
            in: DataFolder(path: "\(scratch.folder.path)/\(environment)"), server: nil, runtime: .live, note: { _ in })
    }
}

extension WeightLogModel {
    var entries: [WeightEntry] { shown(search: "").entries }
    var page: Page { shown(search: "").page }

    /// `2026-01-02 81.0 kg`, a line for each weight. A weight that is not confirmed has a star.
    var lines: [String] { entries.map { "\($0.day) \($0.weight)\($0.status == .pending ? " *" : "")" } }
}
