import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// A core applies waiting events in batches, whose boundaries depend on chance. A read in the middle splits a batch in two.
@Suite("The end of commands does not depend on the boundaries of batches")
struct BatchBoundaryTests {
    private let executor = StepExecutor()
    private let gate = TestGate<Void>()

    @Test(
        "A subscriber to every state receives the state after a rollback, and then that after the next event",
        arguments: [true, false])
    func everyState(isBroken: Bool) {
        let core = Core(
            state: Deck(), reactions: [.for(\.opened) { _ in Stay<Deck>(gate: gate) }], runtime: executor.runtime())
        let recorder = Recorder<Int>()
        core.add(subscriber: recorder, selecting: \.notes.count, delivery: .every)
        let prediction = core.predict(Noted(1))
        executor.run()
        prediction.rollback()
        if isBroken { core.engine.catchUp() }
        core.fire(event: Unrelated())
        executor.run()
        #expect(recorder.values == [0, 1, 0, 0])
    }

    @Test("Any script ends the same, whether the state is read between all steps, some, or none")
    func anyScript() {
        for seed in Loops.seeds(of: 20_000) {
            let expected = DeckRun(seed: seed, breaks: .everywhere).result
            for breaks in [DeckRun.Breaks.nowhere, .drawn] {
                let result = DeckRun(seed: seed, breaks: breaks).result
                if result == expected { continue }
                Issue.record("seed \(seed), breaks \(breaks):\n\(result)\nand not\n\(expected)")
                return
            }
        }
    }
}

/// One script, fired at a core that is read at the steps of `breaks`.
private final class DeckRun {
    enum Breaks { case everywhere, nowhere, drawn }

    /// The final result: the ends of the fired commands, and the state, which contains the ends of all.
    struct Result: Equatable {
        var script: [String] = []
        var ends: [String?] = []
        var state: Deck?
        var pending: Int?
        var starts = 0
    }

    private let executor = StepExecutor()
    private let gate = TestGate<Void>()
    private let core: Core<Deck>
    private var random: SeededRandom
    private var handles: [CommandHandle] = []
    private var predictions: [Prediction] = []
    private(set) var result = Result()

    init(seed: UInt64, breaks: Breaks) {
        random = SeededRandom(seed: seed)
        var chance = random.split()
        core = Core(
            state: Deck(),
            reactions: [
                .for(\.opened) { [gate] _ in Stay<Deck>(gate: gate) },
                .on(DetailAdded.self, options: CommandOptions(id: "a", policy: .restart)) { [gate] _ in
                    Stay<Deck>(gate: gate)
                },
            ], runtime: executor.runtime())
        executor.run()
        for _ in 0..<random.number(in: 3...25) {
            result.script.append(step())
            switch breaks {
            case .everywhere: core.engine.catchUp()
            case .nowhere: break
            case .drawn: if chance.chance(40) { core.engine.catchUp() }
            }
        }
        executor.run()
        result.starts = gate.arrivals
        gate.open()
        executor.run()
        result.ends = handles.map { handle in executor.run { await handle.outcome.description } }
        result.state = executor.run { [core] in await core.state }
        result.pending = executor.run { [core] in await core.pending.count }
        for prediction in predictions { prediction.commit() }
        executor.run()
    }

    private func event() -> any Event {
        let id = random.below(3)
        return switch random.below(6) {
        case 0: DetailAdded(id: id)
        case 1: DetailRemoved(id: id)
        case 2: DetailChosen(id: random.chance(70) ? id : nil)
        case 3: Opened(id: id)
        case 4: Noted(id)
        default: Reset<Deck>()
        }
    }

    /// An event that may be predicted.
    private func change() -> any Event {
        let change = event()
        return change is Reset<Deck> ? Noted(9) : change
    }

    /// Runs the next step, and returns its name.
    private func step() -> String {
        switch random.below(13) {
        case 0:
            executor.run()
            return "run"
        case 1, 2:
            let event = event()
            core.fire(event: event)
            return "\(event)"
        case 3:
            let events = [change(), change()]
            core.fire(events: events)
            return "\(events)"
        case 4, 5:
            let change = change()
            predictions.append(core.predict(change, owner: random.chance(20) ? Deck.self : nil))
            return "predict \(change)"
        case 6, 7:
            guard !predictions.isEmpty else { return "-" }
            let index = random.below(predictions.count)
            let prediction = predictions.remove(at: index)
            let change = change()
            switch random.below(4) {
            case 0:
                prediction.commit()
                return "commit \(index)"
            case 1:
                prediction.commit(with: [change])
                return "commit \(index) with \(change)"
            case 2:
                prediction.rollback()
                return "rollback \(index)"
            default:
                prediction.rollback(with: [change])
                return "rollback \(index) with \(change)"
            }
        case 8:
            let change = change()
            core.fire(event: change, .authoritative)
            return "authoritative \(change)"
        case 9:
            if random.chance(50) { core.cancel(id: "a") } else { handles.last?.cancel() }
            return "cancel"
        case 10:
            handles.append(
                core.scope(to: \.shown, default: Detail(id: 0)).fire(command: Stay(gate: gate), options: options()))
            return "launch in shown"
        case 11:
            let id = random.below(3)
            let card = core.scope(to: \.cards, id: id, default: Detail(id: 0))
            handles.append(card.fire(command: Stay(gate: gate), options: options()))
            return "launch in card \(id)"
        default:
            handles.append(core.fire(command: Stay<Deck>(gate: gate), options: options()))
            return "launch"
        }
    }

    private func options() -> CommandOptions {
        let policies: [CommandPolicy] = [.parallel, .drop, .restart]
        return CommandOptions(id: random.chance(60) ? "a" : nil, policy: policies[random.below(policies.count)])
    }
}

/// A detail that may be nil, its rows, and the reactions to them.
private struct Deck: State, Equatable {
    var shown: Detail?
    var cards: KeyedRows<Int, Detail> = []
    var notes: [Int] = []
    var opened: Int? = 0
    var ends: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as DetailChosen: shown = event.id.map { Detail(id: $0) }
        case let event as DetailAdded: if !cards.contains(id: event.id) { cards.append(Detail(id: event.id)) }
        case let event as DetailRemoved: cards.remove(id: event.id)
        case let event as Opened: opened = event.id
        case let event as Noted: notes.append(event.number)
        case let event as CommandEnded: ends.append("\(event.launch) \(event.outcome)")
        case is Reset<Deck>: notes = []
        default: break
        }
    }
}

private struct Opened: Event { var id: Int }
private struct Unrelated: Event {}

/// Runs until its gate opens, regardless of the child state.
private struct Stay<Part: State>: Command {
    let gate: TestGate<Void>
    func execute(state: Part, core: Core<Part>) async { try? await gate.wait() }
}
