#if canImport(SwiftUI)
    import SwiftUI
    import ExampleWeightLogCore
    import class Reactor.ObservableCore

    /// The list of weights.
    struct LogView: View {
        let model: WeightLogModel

        var body: some View {
            @Bindable var desk = model.desk
            NavigationStack {
                List {
                    if let banner = desk.banner {
                        Label(banner.text, systemImage: "wifi.slash").foregroundStyle(.secondary)
                    }
                    ForEach(model.entries) { entry in EntryRow(model: model, entry: entry) }
                }
                .overlay { LogOverlay(model: model) }
                .safeAreaInset(edge: .bottom) { UndoBar(model: model) }
                .navigationTitle("Weights")
                .toolbar { LogToolbar(model: model) }
                .searchable(text: $desk[Desk.search], prompt: "Day or weight")
                .refreshable { await model.perform(.sync) }
            }
            .sheet(item: Binding(get: { desk.sheet }, set: { desk.fire(event: SheetChanged($0)) })) { sheet in
                if sheet == .settings { SettingsView(model: model) } else { EntryForm(desk: desk) }
            }
            .alert(
                Text(desk.problem?.message.text ?? ""),
                isPresented: Binding(
                    get: { desk.problem != nil && model.log != nil }, set: { if !$0 { desk.fire(event: ProblemRead()) } }),
                presenting: desk.problem
            ) { problem in
                if let retry = problem.retry { Button("Try again") { desk.fire(event: retry) } }
                Button("OK", role: .cancel) {}
            } message: { problem in
                Text(problem.message.advice ?? "")
            }
        }
    }

    /// The view over an empty list.
    struct LogOverlay: View {
        let model: WeightLogModel

        var body: some View {
            switch model.page {
            case .loading: ProgressView("Loading")
            case .failed:
                ContentUnavailableView {
                    Label(model.desk.problem?.message.text ?? "", systemImage: "exclamationmark.triangle")
                } description: {
                    Text(model.desk.problem?.message.advice ?? "")
                } actions: {
                    Button("Try again") { model.desk.fire(event: Work.open) }
                    Button("Settings") { model.desk.fire(event: SheetChanged(.settings)) }
                }
            case .empty:
                ContentUnavailableView(
                    "No weights yet", systemImage: "scalemass", description: Text("Log the first weight."))
            case .nothingFound: ContentUnavailableView.search(text: model.desk.search)
            case .list: EmptyView()
            }
        }
    }

    /// A weight. A swipe deletes it.
    struct EntryRow: View {
        let model: WeightLogModel
        let entry: WeightEntry

        var body: some View {
            Button {
                model.desk.fire(event: SheetChanged(.edit(entry.record)))
            } label: {
                HStack {
                    Text(verbatim: "\(entry.day)")
                    Spacer()
                    Text(verbatim: "\(entry.weight)")
                    if entry.status == .pending {
                        Image(systemName: "clock").foregroundStyle(.secondary).accessibilityLabel("Not confirmed yet")
                    }
                }
            }
            .accessibilityHint("Opens a form to correct the weight")
            .swipeActions {
                Button("Delete", systemImage: "trash", role: .destructive) {
                    model.desk.fire(event: Work.delete(entry.record))
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
                    Button("Undo") { model.desk.fire(event: Work.step(.undo)) }
                }
                .padding()
                .background(.bar)
            }
        }
    }

    struct LogToolbar: ToolbarContent {
        let model: WeightLogModel

        var body: some ToolbarContent {
            ToolbarItem(placement: .primaryAction) {
                Button("Log", systemImage: "plus") { model.desk.fire(event: SheetChanged(.log(today: .today()))) }
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
                Button("Settings", systemImage: "gearshape") { model.desk.fire(event: SheetChanged(.settings)) }
            }
        }
    }
#endif
