#if canImport(SwiftUI)
    import SwiftUI
    import ExampleWeightLogCore
    import class Reactor.ObservableCore

    /// A window with the list of weights.
    struct LogView: View {
        let model: WeightLogModel
        @Bindable var screen: ObservableCore<LogScreen>

        var body: some View {
            @Bindable var desk = model.desk
            // Once for each time that the window is drawn: the list and the view over it share it.
            let shown = model.shown(search: screen.search)
            NavigationStack {
                List {
                    if let banner = desk.banner {
                        Label(banner.text, systemImage: "wifi.slash").foregroundStyle(.secondary)
                    }
                    ForEach(shown.entries) { entry in EntryRow(model: model, screen: screen, entry: entry) }
                }
                .overlay { LogOverlay(model: model, screen: screen, page: shown.page) }
                .safeAreaInset(edge: .bottom) { UndoBar(model: model) }
                .navigationTitle("Weights")
                .toolbar { LogToolbar(model: model, screen: screen) }
                .searchable(text: $screen[LogScreen.search], prompt: "Day or weight")
                .refreshable { await model.perform(.sync) }
            }
            .sheet(item: $screen[LogScreen.sheet]) { sheet in
                if sheet == .settings {
                    SettingsView(model: model) { screen.fire(event: SheetChanged(nil)) }
                } else {
                    EntryForm(model: model, screen: screen)
                }
            }
            .alert("Something went wrong", isPresented: $desk[Desk.alertsProblem], presenting: desk.problem) {
                problem in
                if let retry = problem.retry { Button("Try again") { desk.fire(event: retry) } }
                Button("OK", role: .cancel) {}
            } message: { problem in
                // The system keeps the problem while the alert fades, so the text does not vanish before it.
                Text([problem.message.text, problem.message.advice ?? ""].joined(separator: " "))
            }
            .onChange(of: desk.environment) { screen.fire(event: LogChanged()) }
        }
    }

    /// The view over an empty list.
    struct LogOverlay: View {
        let model: WeightLogModel
        let screen: ObservableCore<LogScreen>
        let page: WeightLogModel.Page

        var body: some View {
            switch page {
            case .loading: ProgressView("Loading")
            case .failed:
                ContentUnavailableView {
                    Label(model.desk.problem?.message.text ?? "", systemImage: "exclamationmark.triangle")
                } description: {
                    Text(model.desk.problem?.message.advice ?? "")
                } actions: {
                    Button("Try again") { model.desk.fire(event: Work.open) }
                    Button("Settings") { screen.fire(event: SheetChanged(.settings)) }
                }
            case .empty:
                ContentUnavailableView(
                    "No weights yet", systemImage: "scalemass", description: Text("Log the first weight."))
            case .nothingFound: ContentUnavailableView.search(text: screen.search)
            case .list: EmptyView()
            }
        }
    }

    /// A weight. A swipe deletes it.
    struct EntryRow: View {
        let model: WeightLogModel
        let screen: ObservableCore<LogScreen>
        let entry: WeightEntry

        var body: some View {
            Button {
                screen.fire(event: SheetChanged(.edit(entry.record)))
            } label: {
                // Below each other if the text is large.
                ViewThatFits(in: .horizontal) {
                    HStack {
                        day
                        Spacer()
                        weight
                    }
                    VStack(alignment: .leading) {
                        day
                        weight
                    }
                }
            }
            .accessibilityHint("Opens a form to correct the weight")
            .swipeActions {
                Button("Delete", systemImage: "trash", role: .destructive) {
                    withAnimation { model.desk.fire(event: Work.delete(entry.record)) }
                }
            }
        }

        private var day: some View { Text(entry.day.date, format: .loggedDay) }

        private var weight: some View {
            HStack {
                Text(entry.weight.measurement, format: .loggedWeight).monospacedDigit()
                if entry.status == .pending {
                    Image(systemName: "clock").foregroundStyle(.secondary).accessibilityLabel("Not confirmed yet")
                }
            }
        }
    }

    /// The bar after a deletion.
    struct UndoBar: View {
        let model: WeightLogModel

        var body: some View {
            if model.desk.offersUndo, let words = model.undoable {
                HStack {
                    Text(words)
                    Spacer()
                    Button("Undo") { withAnimation { model.desk.fire(event: Work.step(.undo)) } }
                }
                .padding()
                .background(.bar)
            }
        }
    }

    struct LogToolbar: ToolbarContent {
        let model: WeightLogModel
        let screen: ObservableCore<LogScreen>

        var body: some ToolbarContent {
            ToolbarItem(placement: .primaryAction) {
                Button("Log", systemImage: "plus") { screen.fire(event: SheetChanged(.log(today: .today()))) }
                    .keyboardShortcut("n", modifiers: [.command, .shift])
                    .disabled(model.log == nil)
            }
            ToolbarItem {
                Button("Undo", systemImage: "arrow.uturn.backward") { model.desk.fire(event: Work.step(.undo)) }
                    .disabled(model.undoable == nil)
                    .accessibilityValue(model.undoable ?? "")
            }
            ToolbarItem {
                Button("Redo", systemImage: "arrow.uturn.forward") { model.desk.fire(event: Work.step(.redo)) }
                    .disabled(!model.canRedo)
            }
            ToolbarItem {
                Button("Settings", systemImage: "gearshape") { screen.fire(event: SheetChanged(.settings)) }
            }
        }
    }
#endif
