#if canImport(SwiftUI)
    import SwiftUI
    import ExampleWeightLogCore
    import struct Reactor.UserFacingError

    struct WeightLogPreviews: PreviewProvider {
        static var previews: some View {
            LogView(model: .sample(.demoUser))
            LogView(model: .sample(WeightBook()))
            LogView(model: .sample(.demoUser) { desk in (desk.isOnline, desk.hasServer, desk.unsent) = (false, true, 3) })
            LogView(
                model: .sample(.demoUser) { desk in
                    desk.problem = UserFacingError(ServerError.refused(2), retry: .retryRefused)
                })
            EntryForm(desk: WeightLogModel.sample(.demoUser) { desk in desk.weight = "8x" }.desk)
            SettingsView(model: .sample(.demoUser) { desk in (desk.isOpen, desk.refused) = (true, 2) })
        }
    }
#endif
