#if canImport(SwiftUI)
    import SwiftUI
    import ExampleWeightLogCore
    import class Reactor.ObservableCore

    /// The form for a new weight, or for the correction of a weight.
    struct EntryForm: View {
        let model: WeightLogModel
        @Bindable var screen: ObservableCore<LogScreen>
        @FocusState private var isFocused: Bool

        var body: some View {
            NavigationStack {
                Form {
                    Section {
                        TextField("Weight in kg", text: $screen[LogScreen.weight])
                            .focused($isFocused)
                            .onSubmit(save)
                            #if os(iOS)
                                .keyboardType(.decimalPad)
                            #endif
                        if let hint = screen.hint { Text(hint).foregroundStyle(.red) }
                    }
                    DatePicker("Day", selection: $screen[LogScreen.date], displayedComponents: .date)
                        .environment(\.timeZone, .gmt)
                }
                .navigationTitle(isNew ? "Log a weight" : "Correct a weight")
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        Button("Cancel") { screen.fire(event: SheetChanged(nil)) }
                    }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Save", action: save).disabled(screen.saving == nil)
                    }
                    #if os(iOS)
                        // The decimal pad has no key that ends the entry.
                        ToolbarItemGroup(placement: .keyboard) {
                            Spacer()
                            Button("Done") { isFocused = false }
                        }
                    #endif
                }
                .onAppear { isFocused = isNew }
            }
        }

        private var isNew: Bool { if case .log = screen.sheet { true } else { false } }

        private func save() {
            guard let work = screen.saving else { return }
            screen.fire(event: SheetChanged(nil))
            withAnimation { model.desk.fire(event: work) }
        }
    }
#endif
