import SwiftUI
import class Reactor.ObservableCore

struct ShoppingView: View {
    @Bindable var app: ObservableCore<Shopping>

    var body: some View {
        NavigationStack(path: $app[Shopping.path]) {
            List {
                ForEach(app.found) { item in ItemRow(app: app, item: item) }
            }
            .overlay { ShoppingOverlay(app: app) }
            .navigationTitle("Shopping")
            .navigationDestination(for: Route.self) { route in
                switch route {
                case .item(let id): ItemView(app: app, id: id)
                case .places(let id): PlacesView(app: app, id: id)
                }
            }
            .toolbar {
                ToolbarItem(placement: .primaryAction) {
                    Button {
                        app.fire(event: SheetChanged(isShown: true))
                    } label: {
                        Label("Add", systemImage: "plus")
                    }
                    .disabled(app.items.value == nil)
                    .accessibilityHint("Opens a sheet for a new item")
                }
            }
            .searchable(text: $app[Shopping.search], prompt: "Search the list")
            .refreshable { _ = await app.core.refresh().outcome }
        }
        .task { app.core.refresh() }
        .sheet(isPresented: $app[Shopping.isAdding]) {
            AddItemView(app: app)
        }
        .alert(
            "The list has a problem",
            isPresented: $app[Shopping.hasProblem],
            presenting: app.problem
        ) { _ in
            if app.items.error != nil { Button("Try again") { app.core.refresh() } }
            Button("OK", role: .cancel) {}
        } message: { problem in
            // SwiftUI keeps the problem while the alert fades, so its texts do not vanish before it.
            Text(problem.message.localized)
        }
    }
}

/// The view over an empty list.
struct ShoppingOverlay: View {
    let app: ObservableCore<Shopping>

    var body: some View {
        if app.items.isFirstLoad {
            ProgressView("Loading")
        } else if app.items.isEmpty {
            ContentUnavailableView(
                "Nothing to buy", systemImage: "checkmark.circle", description: Text("Add the first item."))
        } else if app.items.value == nil {
            ContentUnavailableView {
                Label("No list", systemImage: "wifi.slash")
            } description: {
                Text("The list could not be loaded.")
            } actions: {
                Button("Try again") { app.core.refresh() }
            }
        } else if app.found.isEmpty {
            ContentUnavailableView.search(text: app.search)
        }
    }
}
