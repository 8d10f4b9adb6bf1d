#if canImport(SwiftUI)
    import SwiftUI
    import ExampleWeightLogCore
    import Reactor

    #Preview("List") {
        LogView(model: .sample(.demoUser), screen: .sample())
    }

    #Preview("Empty") {
        LogView(model: .sample(WeightBook()), screen: .sample())
    }

    #Preview("Loading") {
        LogView(model: .loading(), screen: .sample())
    }

    #Preview("Failed") {
        LogView(
            model: .loading { $0.problem = UserFacingError(StoreError.busyFolder("demo", process: 1), retry: .open) },
            screen: .sample())
    }

    #Preview("Offline") {
        LogView(
            model: .sample(.demoUser) { desk in (desk.isOnline, desk.hasServer, desk.unsent) = (false, true, 3) },
            screen: .sample())
    }

    #Preview("Refused") {
        LogView(
            model: .sample(.demoUser) { desk in
                desk.problem = UserFacingError(ServerError.refused(2), retry: .retryRefused)
            }, screen: .sample())
    }

    #Preview("10,000 rows") {
        LogView(model: .sample(.large()), screen: .sample())
    }

    #Preview("Nothing found") {
        LogView(model: .sample(.demoUser), screen: .sample { $0.search = "2999" })
    }

    #Preview("Form") {
        EntryForm(model: .sample(.demoUser), screen: .sample { $0.sheet = .log(today: .today()) })
    }

    #Preview("Form with a wrong weight") {
        EntryForm(
            model: .sample(.demoUser),
            screen: .sample { screen in (screen.sheet, screen.weight) = (.log(today: .today()), "8x") })
    }

    #Preview("Settings") {
        SettingsView(model: .sample(.demoUser) { desk in (desk.isOpen, desk.refused) = (true, 2) })
    }

    extension ObservableCore where StateType == LogScreen {
        fileprivate static func sample(_ change: (inout LogScreen) -> Void = { _ in }) -> ObservableCore<LogScreen> {
            var screen = LogScreen()
            change(&screen)
            return ObservableCore(Core(state: screen, runtime: .main))
        }
    }
#endif
