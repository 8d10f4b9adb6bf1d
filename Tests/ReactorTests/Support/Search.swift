import Reactor
import ReactorTesting

/// A feature: the state of a search field. Everything about it is written for `Core<Search>`, and does not depend on a parent.
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

struct SearchTyped: Event { var text: String }

struct ResultsFound: Event { var results: [String] }

/// Finds two results for the text of the state that it receives.
struct FindResults: Command {
    func execute(state: Search, core: Core<Search>) {
        core.fire(event: ResultsFound(results: ["\(state.text) 1", "\(state.text) 2"]))
    }
}

/// Waits at a gate, ignores cancellation, and then reports its results.
struct FindLate: Command {
    let gate: TestGate<Void>

    func execute(state: Search, core: Core<Search>) async {
        try? await gate.wait()
        core.fire(event: ResultsFound(results: ["late"]))
    }
}
