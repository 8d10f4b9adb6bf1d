import Reactor
import ReactorTesting

/// A parent with two searches, and a computed one.
struct Desk: State, Equatable {
    var left = Search()
    var right = Search()

    var joined: Search { Search(text: left.text + right.text, results: left.results + right.results) }

    /// Only the left child receives events.
    mutating func react(to event: any Event) {
        if let event = event as? RightTyped { right.text = event.text }
        left.react(to: event)
    }
}

struct RightTyped: Event { var text: String }

/// A parent with an optional search.
struct Drawer: State, Equatable {
    var number = 0
    var search: Search?

    mutating func react(to event: any Event) {
        switch event {
        case is DrawerOpened: search = Search()
        case is DrawerShut: search = nil
        case let event as Noted: number = event.number
        default: search?.react(to: event)
        }
    }
}

struct DrawerOpened: Event {}

struct DrawerShut: Event {}

/// One level, and the levels below it.
struct Level<Below: State & Equatable>: State, Equatable {
    var number = 0
    var below: Below

    mutating func react(to event: any Event) {
        if let event = event as? Noted { number = event.number }
        below.react(to: event)
    }
}

/// A detail that is another when its id is.
struct Detail: State, Identifiable, Equatable {
    var id: Int
    var notes: [Int] = []

    mutating func react(to event: any Event) {
        if let event = event as? Noted { notes.append(event.number) }
    }
}

struct DetailChosen: Event { var id: Int? }

/// A parent that shows one detail of many.
struct Gallery: State, Equatable {
    var shown: Detail?
    var details: KeyedRows<Int, Detail> = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as DetailChosen: shown = event.id.map { Detail(id: $0) }
        case let event as DetailAdded: details.append(Detail(id: event.id))
        case let event as DetailRemoved: details.remove(id: event.id)
        case let event as DetailNoted: details[id: event.id]?.notes.append(event.number)
        default: shown?.react(to: event)
        }
    }
}

struct DetailAdded: Event { var id: Int }

struct DetailRemoved: Event { var id: Int }

struct DetailNoted: Event {
    var id: Int
    var number: Int
}

/// Waits at a gate, ignores cancellation, and then notes a number.
struct NoteDetailAfter: Command {
    let gate: TestGate<Void>
    let number: Int

    func execute(state: Detail, core: Core<Detail>) async {
        try? await gate.wait()
        core.fire(event: DetailNoted(id: state.id, number: number))
        core.fire(event: Noted(number))
    }
}
