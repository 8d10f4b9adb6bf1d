#if canImport(SwiftUI)
    public import SwiftUI
    import ExampleWeightLogCore
    import Network
    import Reactor
    #if os(iOS)
        import UIKit
    #endif

    /// The app. Its project has one file: `import ExampleWeightLogApp`, and `WeightLogApp.main()`.
    public struct WeightLogApp: App {
        @SwiftUI.State private var model = WeightLogModel(
            folder: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
                .appending(path: "WeightLogApp").path,
            environment: UserDefaults.standard.string(forKey: "environment"))
        @Environment(\.scenePhase) private var phase

        public init() {}

        public var body: some Scene {
            WindowGroup {
                LogWindow(model: model)
                    .task { model.start() }
                    .task {
                        for await path in NWPathMonitor() {
                            model.desk.fire(event: ConnectionChanged(isOnline: path.status == .satisfied))
                        }
                    }
                    .onChange(of: model.desk.environment) { _, environment in
                        UserDefaults.standard.set(environment.rawValue, forKey: "environment")
                    }
                    .onChange(of: phase) { _, phase in
                        switch phase {
                        case .background: suspend()
                        case .active: model.desk.fire(event: Work.resume)
                        default: break
                        }
                    }
            }
            .commands { LogCommands(model: model) }
            #if os(macOS)
                Settings { SettingsView(model: model) }
            #endif
        }

        /// Releases the folder of the log. The system waits for it before it suspends the app.
        private func suspend() {
            #if os(iOS)
                let time = BackgroundTime()
            #endif
            Task {
                await model.perform(.suspend)
                #if os(iOS)
                    time.end()
                #endif
            }
        }
    }

    /// A window, with the screen that the system restores after a launch.
    struct LogWindow: View {
        let model: WeightLogModel
        @SwiftUI.State private var screen = ObservableCore(Core(state: LogScreen(), runtime: .main))
        @SceneStorage("screen") private var stored: Data?
        @Environment(\.undoManager) private var undoManager
        @SwiftUI.State private var undoOffer = UndoOffer()

        var body: some View {
            LogView(model: model, screen: screen)
                .onAppear {
                    if let stored, let restored = ScreenRestored(stored) { screen.fire(event: restored) }
                }
                .onChange(of: screen.stored) { _, now in stored = now }
                .onChange(of: undoManager, initial: true) { undoOffer.renew(model, on: undoManager) }
                .onChange(of: model.steps) { undoOffer.renew(model, on: undoManager) }
                .onDisappear { undoOffer.withdraw() }
        }
    }

    /// The menu items of the log. Undo and redo are those of the system, which asks the undo manager of the window, so their
    /// keys also undo typing in a field.
    struct LogCommands: Commands {
        let model: WeightLogModel

        var body: some Commands {
            CommandGroup(after: .newItem) {
                Button("Send and fetch") { model.desk.fire(event: Work.sync) }.keyboardShortcut("r")
            }
        }
    }

    #if os(iOS)
        /// Time in the background. It ends with the work, or when the system takes it back: the system ends an app that keeps it.
        @MainActor
        final class BackgroundTime {
            private var task = UIBackgroundTaskIdentifier.invalid

            init() {
                task = UIApplication.shared.beginBackgroundTask { self.end() }
            }

            func end() {
                guard task != .invalid else { return }
                UIApplication.shared.endBackgroundTask(task)
                task = .invalid
            }
        }
    #endif
#endif
