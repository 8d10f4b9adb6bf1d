#if canImport(SwiftUI)
    import SwiftUI
    import ExampleWeightLogCore
    import class Reactor.ObservableCore

    /// The form for a new weight, or for the correction of a weight.
    struct EntryForm: View {
        @Bindable var desk: ObservableCore<Desk>

        var body: some View {
            NavigationStack {
                Form {
                    Section {
                        TextField("Weight in kg", text: $desk[Desk.weight]).onSubmit(save)
                            #if os(iOS)
                                .keyboardType(.decimalPad)
                            #endif
                        if let hint = desk.hint { Text(hint).foregroundStyle(.red) }
                    }
                    DatePicker(
                        "Day", selection: Binding(get: { desk.day.date }, set: { desk[Desk.day] = Day($0) }),
                        displayedComponents: .date
                    )
                    .environment(\.timeZone, .gmt)
                }
                .navigationTitle(isNew ? "Log a weight" : "Correct a weight")
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button("Cancel") { desk.fire(event: SheetChanged(nil)) }
                    }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Save", action: save).disabled(desk.saving == nil)
                    }
                }
            }
        }

        private var isNew: Bool { if case .log = desk.sheet { true } else { false } }

        private func save() {
            guard let work = desk.saving else { return }
            desk.fire(event: SheetChanged(nil))
            desk.fire(event: work)
        }
    }

    nonisolated extension Day {
        /// The begin of the day at Greenwich, for a control that shows this time zone.
        fileprivate var date: Date { Date(timeIntervalSince1970: Double(ordinal) * 86_400) }

        fileprivate init(_ date: Date) {
            self.init(ordinal: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
        }
    }
#endif
