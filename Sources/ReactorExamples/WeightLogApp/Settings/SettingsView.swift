#if canImport(SwiftUI)
    import SwiftUI
    import ExampleWeightLogCore
    import ReactorOffline
    import class Reactor.ObservableCore
    import struct Reactor.UserMessage

    /// The settings: the environment, which can be the demo user, and the changes that the server refused.
    struct SettingsView: View {
        let model: WeightLogModel
        /// Closes the sheet, or nil in the window for settings on a Mac.
        var close: (() -> Void)?

        var body: some View {
            @Bindable var desk = model.desk
            NavigationStack {
                Form {
                    // An alert of the list is not shown over a sheet.
                    if let problem = desk.problem {
                        Section {
                            Text(problem.message.text)
                            if let advice = problem.message.advice { Text(advice) }
                            if let retry = problem.retry { Button("Try again") { desk.fire(event: retry) } }
                        }
                    }
                    Section("Environment") {
                        Picker("Log", selection: $desk[Desk.environment]) {
                            ForEach(model.environments.all, id: \.name) { environment in
                                Text(environment.name.title).tag(environment.name)
                            }
                        }
                        if let banner = desk.banner { Text(banner.text) }
                    }
                    if desk.refused > 0 {
                        Section("Refused changes") {
                            Text(UserMessage("changes.refused", [.count(desk.refused)]).text)
                            Button("Send again") { desk.fire(event: Work.retryRefused) }
                            Button("Discard", role: .destructive) { desk.fire(event: Work.dropRefused) }
                        }
                    }
                    if let note = desk.note {
                        Section("Last note of the journal") { Text(note) }
                    }
                }
                .navigationTitle("Settings")
                .toolbar {
                    if let close {
                        ToolbarItem(placement: .confirmationAction) { Button("Done") { close() } }
                    }
                }
            }
        }
    }

    nonisolated extension ServerEnvironment.Name {
        fileprivate var title: LocalizedStringKey {
            switch self {
            case .device: "On this device"
            case .demo: "Demo user"
            default: "Server: \(rawValue)"
            }
        }
    }
#endif
