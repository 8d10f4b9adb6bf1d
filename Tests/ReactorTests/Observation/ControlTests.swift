import Reactor
import SwiftUIStub
import Testing

import class Reactor.ObservableCore

@testable import ReactorStateSupport

private struct Switched: Event { var isOn: Bool }

private struct Wandered: Event { var path: [Int] }

private struct Dismissed: Event {}

private struct Sized: Event {
    var size: Int
    var unit: String
}

private struct Rename: Command {
    var name: String

    func execute(state: Settings, core: Core<Settings>) { core.fire(event: Renamed(name: name)) }
}

private struct Renamed: Event { var name: String }

private struct Settings: Reactor.State {
    var isOn = false
    var path: [Int] = []
    var problem: String? = "full"
    var hasProblem: Bool { problem != nil }
    var size = 12
    var unit = "pt"
    var name = ""

    static let isOn = Control(\Settings.isOn) { Switched(isOn: $0) }
    static let path = Control(\Settings.path) { Wandered(path: $0) }
    static let hasProblem = Control(\Settings.hasProblem) { isShown in isShown ? nil : Dismissed() }
    static let size = Control(\Settings.size) { size, settings in Sized(size: size, unit: settings.unit) }
    static let name = Control(\Settings.name) { Rename(name: $0) }

    static func isStop(_ stop: Int) -> Control<Settings, Bool> {
        Control(\Settings.[stop]) { $0 ? Wandered(path: [stop]) : nil }
    }

    subscript(stop: Int) -> Bool { path.contains(stop) }

    mutating func react(to event: any Event) {
        switch event {
        case let event as Switched: isOn = event.isOn
        case let event as Wandered: path = event.path
        case is Dismissed: problem = nil
        case let event as Sized: (size, unit) = (min(event.size, 72), event.unit + "!")
        case let event as Renamed: name = event.name
        default: break
        }
    }
}

/// Refuses to switch.
private struct NoSwitch: Middleware {
    func intercept(event: any Event, state: Settings) -> (any Event)? { event is Switched ? nil : event }
}

/// A view as an app writes it.
@MainActor
private struct SettingsView {
    @Bindable var app: ObservableCore<Settings>

    var isOn: Binding<Bool> { $app[Settings.isOn] }
    var path: Binding<[Int]> { $app[Settings.path] }
    var hasProblem: Binding<Bool> { $app[Settings.hasProblem] }
    var size: Binding<Int> { $app[Settings.size] }
    var name: Binding<String> { $app[Settings.name] }
    func isStop(_ stop: Int) -> Binding<Bool> { $app[Settings.isStop(stop)] }
}

@MainActor
@Suite("A control whose value is changed by an event")
struct ControlTests {
    @Test("Is a binding in a view; a set is in the state, and its readers are invalidated, before it returns")
    func binding() {
        let app = Lying.onMain.mirror(Settings())
        let view = SettingsView(app: app)
        let other = ObservableCore(app.core)
        let isOn = Reader { _ = other.isOn }
        view.isOn.wrappedValue = true
        #expect((view.isOn.wrappedValue, other.isOn, isOn.invalidations) == (true, true, 1))
        view.path.wrappedValue = [1, 2]
        #expect((view.path.wrappedValue, view.isStop(2).wrappedValue) == ([1, 2], true))
        view.isStop(3).wrappedValue = true
        #expect(other.path == [3])
    }

    @Test("A closure that returns nil fires nothing, and a computed value can be shown")
    func computed() {
        let app = Lying.onMain.mirror(Settings())
        let view = SettingsView(app: app)
        view.hasProblem.wrappedValue = true
        #expect(view.hasProblem.wrappedValue && app.problem == "full")
        view.hasProblem.wrappedValue = false
        #expect(!view.hasProblem.wrappedValue && app.problem == nil)
    }

    @Test("Its event can depend on the state, and the state can correct the value", arguments: Lying.allCases)
    func corrected(lying: Lying) async {
        let app = lying.mirror(Settings())
        app[Settings.size] = 100
        await app.settled()
        #expect((app.size, app.unit) == (72, "pt!"))
    }

    @Test("A command can change the value, in the same call")
    func command() async {
        let app = Lying.onMain.mirror(Settings())
        await inAction {
            SettingsView(app: app).name.wrappedValue = "Ada"
            #expect(app.name == "Ada")
        }
    }

    @Test("On any core, a stored value is shown immediately")
    func shownImmediately() async {
        let app = Lying.elsewhere.mirror(Settings())
        await app.settled()
        app[Settings.isOn] = true
        #expect(app.isOn)
        await app.settled()
        #expect(app.isOn)
        #expect(await app.core.state.isOn)
    }

    @Test("If a middleware refuses the event, readers read the old value again", arguments: Lying.allCases)
    func refused(lying: Lying) async {
        let app = lying.mirror(Settings(), middlewares: [NoSwitch()])
        let isOn = Reader { _ = app[Settings.isOn] }
        app[Settings.isOn] = true
        #expect(isOn.invalidations == 1)
        await app.settled()
        #expect(!app.isOn)
    }

    @Test("Copies of a control are equal, and other controls are not")
    func identity() {
        let copy = Settings.isOn
        #expect(copy == Settings.isOn)
        #expect(Settings.isStop(1) != Settings.isStop(1))
        let path: AnyKeyPath = \ObservableCore<Settings>.[Settings.isOn]
        #expect(path is ReferenceWritableKeyPath<ObservableCore<Settings>, Bool>)
        #expect(path == \ObservableCore<Settings>.[copy])
    }
}
