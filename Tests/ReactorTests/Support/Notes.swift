import Reactor
import ReactorTesting

/// The state of most tests: the numbers it received, in order, and the ends of commands.
struct Notes: State, Equatable {
    var numbers: [Int] = []
    var ends: [String] = []

    var sum: Int { numbers.reduce(0, +) }

    mutating func react(to event: any Event) {
        switch event {
        case let event as Noted: numbers.append(event.number)
        case let event as CommandEnded: ends.append("\(event.id.map { "\($0) " } ?? "")\(event.outcome)")
        case is Reset<Notes>: numbers = []
        default: break
        }
    }
}

/// A number to be noted.
struct Noted: Event, Equatable {
    var number: Int

    init(_ number: Int) { self.number = number }
}

/// A screen that commands are launched in the scope of.
enum Screen {}

/// A command from a closure that runs on the command executor.
struct Errand: Command {
    let body: nonisolated(nonsending) @Sendable (Notes, Core<Notes>) async throws -> Void

    init(_ body: nonisolated(nonsending) @escaping @Sendable (Notes, Core<Notes>) async throws -> Void) {
        self.body = body
    }

    nonisolated(nonsending) func execute(state: Notes, core: Core<Notes>) async throws {
        try await body(state, core)
    }
}

/// A command that notes numbers, synchronously.
struct Note: Command {
    var numbers: [Int]

    init(_ numbers: Int...) { self.numbers = numbers }

    func execute(state: Notes, core: Core<Notes>) {
        for number in numbers { core.fire(event: Noted(number)) }
    }
}

/// A command that waits at a gate, ignores cancellation, and then notes a number.
struct NoteAfter: Command {
    let gate: TestGate<Void>
    let number: Int

    init(_ gate: TestGate<Void>, _ number: Int) {
        self.gate = gate
        self.number = number
    }

    func execute(state: Notes, core: Core<Notes>) async {
        try? await gate.wait()
        core.fire(event: Noted(number))
    }
}

/// A failure on purpose.
struct Broken: Error, Equatable, CustomStringConvertible {
    var number = 0
    var description: String { "broken \(number)" }
}
