// Views that SwiftUI accepts, for .ci/apple.

import Observation
import SwiftUI

@MainActor @Observable final class Model {
    var text = ""
    var isShown = false
    var kilograms = 80.5
    func load() async {}
}

struct Numbers: View {
    let isEditable: Bool
    @Bindable var model: Model
    @Environment(\.dismiss) private var dismiss
    @Environment(\.undoManager) private var undo
    @FocusState private var isFocused: Bool
    @SceneStorage("search") private var search = ""

    var body: some View {
        NavigationStack {
            List([3, 5], id: \.self) { number in Text("\(number)") }
            ForEach(0..<3) { number in Text("\(number) of 3") }
            TextField("Name", text: Binding(get: { model.text }, set: { model.text = $0 })).focused($isFocused)
            TextField("Weight", value: $model.kilograms, format: .number.precision(.fractionLength(1)))
            Text(model.kilograms, format: .number)
            Text("\(model.kilograms, format: .number) kg, \(model.kilograms, specifier: "%.1f") kg")
            Text(
                Measurement(value: model.kilograms, unit: UnitMass.kilograms), format: .measurement(width: .abbreviated)
            )
            if isEditable {
                Text("Editable").foregroundStyle(.secondary).background(.bar).padding(.horizontal)
            } else {
                EmptyView()
            }
            ViewThatFits {
                HStack { Color.red }
                VStack { Color.red }
            }
        }
        .padding()
        .padding([.top, .leading], 8)
        .searchable(text: $search)
        .toolbar {
            if isEditable {
                ToolbarItem(placement: .primaryAction) { Button("Done") { dismiss() } }
            }
            ToolbarItemGroup(placement: .keyboard) { Button("Done") { isFocused = false } }
        }
        .task(priority: .background) { await model.load() }
        .refreshable { await model.load() }
        .onChange(of: model.text) { undo?.removeAllActions() }
        .onSubmit(of: .search) { model.isShown = true }
        .sheet(isPresented: $model.isShown) { Text("Sheet") }
        .alert("Problem", isPresented: .constant(false), presenting: model.text as String?) { _ in
        } message: { text in
            Text(text)
        }
    }
}

struct Main: App {
    @State private var model = Model()

    var body: some Scene {
        WindowGroup { Numbers(isEditable: true, model: model) }
            .commands {
                CommandGroup(replacing: .newItem) {
                    Button("New") {}.keyboardShortcut("n", modifiers: [.command, .shift])
                }
            }
        #if os(macOS)
            Settings { Text("Settings") }
        #endif
    }
}
