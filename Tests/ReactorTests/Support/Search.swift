import Reactor
import ReactorTesting

/// A feature: what a search field knows. Everything about it is written for `Core<Search>`, and knows no parent.
struct Search: State, Equatable {
    var text = ""
    var results: [String] = []
    var ends: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as SearchTyped: text = event.text
        case let event as ResultsFound: results = event.results
        case let event as CommandEnded: ends.append("\(event.outcome)")
        case is Reset<Search>: self = Search()
        default: break
        }
    }
}

struct SearchTyped: Event {
    var text: String
}

struct ResultsFound: Event {
    var results: [String]
}

/// Finds two results for the text of the state it is given.
struct FindResults: Command {
    func execute(state: Search, core: Core<Search>) {
        core.fire(event: ResultsFound(results: ["\(state.text) 1", "\(state.text) 2"]))
    }
}

/// Stands at a gate, ignoring cancellation, and then says what it found.
struct FindLate: Command {
    let gate: Gate<Void>
    var result = "late"

    func execute(state: Search, core: Core<Search>) async {
        await gate.wait()
        core.fire(event: ResultsFound(results: [result]))
    }
}
