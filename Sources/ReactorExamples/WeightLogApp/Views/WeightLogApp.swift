#if canImport(SwiftUI)
    public import SwiftUI
    import ExampleWeightLogCore
    import Network
    import ReactorOffline
    import class Reactor.ObservableCore
    #if os(iOS)
        import UIKit
    #endif

    /// The app. Its Xcode project has one file: `import ExampleWeightLogApp`, and `WeightLogApp.main()`.
    public struct WeightLogApp: App {
        @State private var model = WeightLogModel(
            folder: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
                .appending(path: "WeightLogApp").path,
            environment: UserDefaults.standard.string(forKey: "environment"))
        @Environment(\.scenePhase) private var phase

        public init() {}

        public var body: some Scene {
            WindowGroup {
                LogView(model: model)
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
        }

        /// Releases the folder of the log. The system waits for it before it suspends the app.
        private func suspend() {
            #if os(iOS)
                let time = UIApplication.shared.beginBackgroundTask()
            #endif
            Task {
                await model.perform(.suspend)
                #if os(iOS)
                    UIApplication.shared.endBackgroundTask(time)
                #endif
            }
        }
    }
#endif
