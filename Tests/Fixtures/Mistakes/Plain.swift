// A line that ends in a comment is a mistake of the first hours, and the comment what the compiler says about it:
// .ci/mistakes.py compares both, and finds every row of Docs/Traps.md here.
// swift-format-ignore-file

import Reactor
import ReactorRecording

struct Added: Event { var amount: Int }
struct Item: State { mutating func react(to event: any Event) {} }
struct Row: State, Identifiable, Equatable {
    var id: Int
    mutating func react(to event: any Event) {}
}
struct Note: UndoableDocument, State {
    var text = ""
    mutating func react(to event: any Event) {}
}
struct App: State {
    var count = 0
    var names: [String] = []
    var item = Item()
    var detail: Item?
    var rows: KeyedRows<Int, Row> = []
    var note = Undoable(Note())
    mutating func react(to event: any Event) {}
}
struct Load: Command {
    func execute(state: Item, core: Core<Item>) {}
}

func count(of core: Core<App>) -> Int {
    core.state.count  // says: actor-isolated property 'state' can not be referenced from a nonisolated context
}

func statements(core: Core<App>, screen: Screen) async {
    core.send(Added(amount: 1))  // says: 'send' has been renamed to 'fire(event:)'
    core.dispatch(Added(amount: 1))  // says: 'dispatch' has been renamed to 'fire(event:)'
    core.fire(Added(amount: 1))  // says: missing argument label 'event:' in call
    await core.state.count = 1  // says: 'state' is a get-only property
    core.fire(command: Load())  // says: requires the types 'App' and 'Item' be equivalent
    _ = core.scope(to: \.detail)  // says: This part is absent at times. Say what is read then
    _ = core.scope(to: \.rows)  // says: Name the row, and what is read when it is absent
    core.fire(event: Undo<Note>())  // says: An undo names its step, so the document makes it
    core.fire(event: Reset(App.self))  // says: The type stands in brackets
    core.subscribe(to: \.count) { _ in }  // says: result of call to 'subscribe(to:delivery:initial:fileID:line:_:)' is unused
    _ = core.subscribe(to: { $0.count }) { _ in }  // says: closure passed to parameter of type 'KeyPath<App, _>' that does not accept a closure
    await core.fire(event: Added(amount: 1))  // says: no 'async' operations occur within 'await' expression
}

@MainActor
final class Screen {
    var subscription: Subscription?

    func draw() {}

    func appear(_ core: Core<App>) {
        subscription = core.subscribe(to: \.count, \.names) { [weak self] _, _ in
            self?.draw()  // says: main actor-isolated instance method 'draw()' cannot be called from outside of the actor
        }
    }
}

struct LoadWithoutState: Command {  // says: A command needs its work: func execute(state: App, core: Core<App>) async throws, with these labels
    func execute(core: Core<App>) {}
}

enum OfAClass {
    final class App: State {
        var count = 0  // says: stored property 'count' of 'Sendable'-conforming class 'App' is mutable
        func react(to event: any Event) {}
    }
}

struct S: State {  // says: type 'S' does not conform to protocol 'State'
    mutating func react(to event: Added) {}
}

struct Frozen: State {
    var count = 0
    func react(to event: any Event) {
        count += 1  // says: left side of mutating operator isn't mutable: 'self' is immutable
    }
}

class Payload {}
struct Carried: Event {
    var payload: Payload  // says: stored property 'payload' of 'Sendable'-conforming struct 'Carried' has non-Sendable type
}

final class Label: Subscriber {
    var text = ""  // says: stored property 'text' of 'Sendable'-conforming class 'Label' is mutable
    func update(with count: Int) {}
}

func ofAStruct() {
    struct Label: Subscriber {  // says: non-class type 'Label' cannot conform to class protocol 'Subscriber'
        func update(with count: Int) {}
    }
}

let catalog = EventCatalog<App>(events: [])  // says: type 'App' does not conform to protocol 'Decodable'
