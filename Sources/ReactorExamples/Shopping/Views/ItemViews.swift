import SwiftUI
import class Reactor.ObservableCore

struct ItemRow: View {
    @Bindable var app: ObservableCore<Shopping>
    let item: Item

    var body: some View {
        HStack {
            Toggle("Bought", isOn: $app[Shopping.isBought(item.id)])
                .accessibilityLabel("\(item.name), bought")
            NavigationLink(value: Route.item(item.id)) { Text(item.name).strikethrough(item.isBought) }
        }
        .swipeActions {
            Button("Remove", systemImage: "trash", role: .destructive) { app.fire(command: RemoveItem(id: item.id)) }
                .accessibilityLabel("Remove \(item.name)")
        }
    }
}

struct ItemView: View {
    @Bindable var app: ObservableCore<Shopping>
    let id: Item.ID

    var body: some View {
        if let item = app[\.[id]] {
            Form {
                Toggle("Bought", isOn: $app[Shopping.isBought(id)])
                NavigationLink("Where to buy it", value: Route.places(id))
            }
            .navigationTitle(item.name)
        } else {
            ContentUnavailableView("The item is no longer on the list", systemImage: "questionmark")
        }
    }
}

struct PlacesView: View {
    let app: ObservableCore<Shopping>
    let id: Item.ID

    var body: some View {
        List {
            ForEach(app[\.[id]]?.places ?? [], id: \.self) { place in Text(place) }
        }
        .navigationTitle("Where to buy it")
        .toolbar {
            ToolbarItem {
                Button("To the list") { app.fire(event: PathChanged(path: [])) }
                    .accessibilityHint("Leaves this screen and the one below it")
            }
        }
    }
}

struct AddItemView: View {
    @Bindable var app: ObservableCore<Shopping>

    var body: some View {
        NavigationStack {
            Form {
                TextField("Name", text: $app[Shopping.newName]).onSubmit(add)
            }
            .navigationTitle("Add")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Cancel") { app.fire(event: SheetChanged(isShown: false)) }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Add", action: add).disabled(!app.canAdd)
                }
            }
        }
    }

    private func add() {
        guard app.canAdd else { return }
        app.fire(command: AddItem(item: Item(id: UUID().uuidString, name: app.newName)))
    }
}
