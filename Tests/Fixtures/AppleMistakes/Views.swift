// Refused for macos, ios: conform to 'View'

import SwiftUI

struct Planted: View {
    var body: some View { 1 }
}
// Refused for macos, ios: does not conform to protocol 'View'

import SwiftUI

struct Planted: View {
    var body: Int { 1 }
}
// Refused for macos, ios: conform to 'View'

import SwiftUI

struct Planted: View {
    var body: some View {
        VStack {
            Text(verbatim: "")
            "a text"
        }
    }
}
// Refused for macos, ios: conform to 'ShapeStyle'

import SwiftUI

struct Planted: View {
    var body: some View { Text(verbatim: "").foregroundStyle("red") }
}
// Refused for macos, ios: requires the types 'Color' and 'Material' be equivalent

import SwiftUI

let plantedColor: Color = .bar
// Refused for macos, ios: SwiftUI draws six decimals

import SwiftUI

struct Planted: View {
    let kilograms: Double
    var body: some View { Text("\(kilograms) kg") }
}
// Refused for macos, ios: SwiftUI draws six decimals

import SwiftUI

struct Planted: View {
    let kilograms: Float
    var body: some View { Label("\(kilograms) kg", systemImage: "scalemass") }
}
// Refused for macos, ios: conform to 'Identifiable'

import SwiftUI

struct Planted: View {
    struct Row {}
    var body: some View { ForEach([Row()]) { _ in Text(verbatim: "") } }
}
// Refused for macos, ios: conform to 'Identifiable'

import SwiftUI

struct Planted: View {
    struct Row {}
    var body: some View { List([Row()]) { _ in Text(verbatim: "") } }
}
// Refused for macos, ios: conform to 'Identifiable'

import SwiftUI

struct Planted: View {
    struct Item {}
    @State private var item: Item?
    var body: some View { Text(verbatim: "").sheet(item: $item) { _ in Text(verbatim: "") } }
}
// Refused for macos, ios: 'Bindable' requires that 'Planted

import SwiftUI

struct PlantedModel {}

struct Planted: View {
    @Bindable var model: PlantedModel
    var body: some View { Text(verbatim: "") }
}
// Refused for macos, ios: no exact matches in call to initializer

import SwiftUI

final class PlantedModel {}

struct Planted: View {
    @Environment(PlantedModel.self) private var model
    var body: some View { Text(verbatim: "") }
}
// Refused for macos, ios: invalid conversion from throwing function

import SwiftUI

struct Planted: View {
    func load() async throws {}
    var body: some View { Text(verbatim: "").refreshable { try await load() } }
}
// Refused for macos, ios: invalid conversion from throwing function

import SwiftUI

struct Planted: View {
    func load() async throws {}
    var body: some View { Text(verbatim: "").task { try await load() } }
}
// Refused for macos, ios: cannot pass function of type '@Sendable () async -> ()' to parameter expecting synchronous

import SwiftUI

struct Planted: View {
    func load() async {}
    var body: some View { Button("Load") { await load() } }
}
// Refused for macos, ios: cannot pass function of type '(URL) async -> ()'

import SwiftUI

struct Planted: View {
    func open(_ url: URL) async {}
    var body: some View { Text(verbatim: "").onOpenURL { url in await open(url) } }
}
// Refused for macos, ios: conform to 'Hashable'

import SwiftUI

struct Planted: View {
    struct Unit: Equatable {}
    @State private var unit = Unit()
    var body: some View { Picker("Unit", selection: $unit) { Text(verbatim: "") } }
}
// Refused for macos, ios: conform to 'Equatable'

import SwiftUI

struct Planted: View {
    struct Value {}
    var body: some View { Text(verbatim: "").onChange(of: Value()) {} }
}
// Refused for macos, ios: conform to 'Hashable'

import SwiftUI

struct Planted: View {
    struct Route {}
    var body: some View { NavigationLink("Open", value: Route()) }
}
// Refused for macos, ios: conform to 'Hashable'

import SwiftUI

struct Planted: View {
    struct Route {}
    var body: some View { Text(verbatim: "").navigationDestination(for: Route.self) { _ in Text(verbatim: "") } }
}
// Refused for macos, ios: 'State' is ambiguous for type lookup in this context

import Reactor
import SwiftUI

struct Planted: View {
    @State private var text = ""
    var body: some View { Text(text) }
}
// Refused for macos, ios: main actor-isolated property 'body' can not be referenced from a nonisolated context

import SwiftUI

struct Planted: View {
    var body: some View { Text(verbatim: "") }
}

func planted(_ view: Planted) { _ = view.body }
// Refused for macos, ios: main actor-isolated property 'text' can not be

import Observation
import SwiftUI

@MainActor @Observable final class PlantedModel {
    var text = ""
}

nonisolated func planted(_ model: PlantedModel) -> Binding<String> {
    Binding(get: { model.text }, set: { model.text = $0 })
}
// Refused for macos, ios: main actor-isolated property 'text' can not be

import Observation
import SwiftUI

@MainActor @Observable final class PlantedModel {
    var text = ""
}

struct Planted: View {
    let model: PlantedModel
    var body: some View { Text(verbatim: "").task { Task.detached { model.text = "" } } }
}
// Refused for macos, ios: cannot convert value of type 'Int' to expected argument type 'Planted

import SwiftUI

enum PlantedField: Hashable { case name }

struct Planted: View {
    @FocusState private var focus: PlantedField?
    var body: some View { Text(verbatim: "").focused($focus, equals: 1) }
}
// Refused for macos, ios: conform to 'View'

import SwiftUI

struct Planted: View {
    var body: some View { VStack { ToolbarItem { Text(verbatim: "") } } }
}
// Refused for macos, ios: conform to 'ToolbarContent'

import SwiftUI

struct Planted: ToolbarContent {
    var body: some ToolbarContent { Text(verbatim: "") }
}
// Refused for macos, ios: cannot assign to property

import SwiftUI

struct Planted: View {
    let text: String
    var body: some View { Button("Clear") { text = "" } }
}
// Refused for macos, ios: self

import SwiftUI

struct Planted: View {
    var count = 0
    var body: some View { Button("Add") { count += 1 } }
}
// Refused for macos, ios: does not conform to protocol 'App'

import SwiftUI

struct Planted: App {
    let model: Int
    init(model: Int) { self.model = model }
    var body: some Scene { WindowGroup { Text(verbatim: "") } }
}
// Refused for macos, ios: conform to 'Scene'

import SwiftUI

struct Planted: App {
    var body: some Scene { Text(verbatim: "") }
}
// Refused for macos, ios: to expected type 'Binding<String>', use wrapper instead

import SwiftUI

struct Planted: View {
    @State private var text = ""
    var body: some View { TextField("Name", text: text) }
}
// Refused for macos, ios: value of optional type 'String?' must be unwrapped

import SwiftUI

struct Planted: View {
    let text: String?
    var body: some View { Text(verbatim: text) }
}
