import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// One rule, one optional child state with a rule, and one load: every history of a few steps, for a core next to the
/// naive model of ``WorkModelTests``.
///
/// Of several histories with an equal future in the model, only the first is continued.
@Suite("Law 7: work that belongs to a state, in every short history")
struct WorkExplorationTests {
    @Test("A rule, a child state that comes and goes, and a load do the same as a naive model in every short history")
    func agrees() async throws {
        let depth = Loops.isThorough ? 8 : 4
        var (known, reached): (Set<String>, DeskModel.Reached) = ([], DeskModel.Reached())
        var ends = [(history: [DeskStep](), steps: DeskStep.possible(in: DeskModel()))]
        for _ in 0..<depth {
            var later: [(history: [DeskStep], steps: [DeskStep])] = []
            for end in ends {
                for step in end.steps {
                    let history = end.history + [step]
                    let trial = DeskTrial()
                    for step in history { try await trial.perform(step) }
                    let found = await trial.core.deskText
                    try #require(found == trial.model.text, "\(history)")
                    await trial.close()
                    reached.add(trial.model.reached)
                    if known.insert(trial.model.key).inserted {
                        later.append((history, DeskStep.possible(in: trial.model)))
                    }
                }
            }
            ends = later
        }
        #expect(reached.isComplete, "\(reached)")
    }
}

/// A step of a history. Commands are named by launch, and predictions by number.
private enum DeskStep {
    case fire(any Event, by: Int?)
    case predict(WorkshopEvent, by: Int)
    case resolve(Int, isCommitted: Bool)
    case end(Int, fails: Bool)
    case cancel(CommandID)
    case load

    /// The steps that the state of a model allows.
    static func possible(in model: DeskModel) -> [DeskStep] {
        var steps: [DeskStep] = [.load, .cancel("a"), .cancel("load"), .fire(Reset<Screen>(), by: nil)]
        for event in [WorkshopEvent.a(true), .a(false), .detail(true), .detail(nil), .outdated] {
            steps.append(.fire(event, by: nil))
        }
        for command in model.live {
            steps += [false, true].map { .end(command.launch, fails: $0) }
            if command.id == "load" { continue }
            let end = command.part == nil ? WorkshopEvent.a(false) : .detail(nil)
            steps += [.fire(end, by: command.launch), .predict(end, by: command.launch)]
            steps.append(.fire(Reset<Screen>(), by: command.launch))
            if command.isFinishing { steps.append(.fire(WorkshopEvent.a(true), by: command.launch)) }
        }
        for number in model.predictions { steps += [false, true].map { .resolve(number, isCommitted: $0) } }
        return steps
    }
}

/// A core and its model.
private final class DeskTrial {
    private let grips = Grips()
    let core: Core<Workshop>
    let model: DeskModel
    private var open: [Int: (Prediction, DeskModel.Open)] = [:]

    init() {
        // The rule of a Boolean property with an owner, and that of the child state.
        let numbers: Set<Int> = [0, 7]
        let start = Workshop(heedsEnds: false)
        core = Core(state: start, reactions: Workshop.reactions(grips, numbers: numbers), runtime: .testing())
        model = DeskModel(start, numbers: numbers)
    }

    /// Does one thing to both.
    func perform(_ step: DeskStep) async throws {
        switch step {
        case .fire(let event, let launch):
            if let launch { await grips.grip(launch).fire([event]) } else { core.fire(event: event) }
            model.fire([event], by: command(launch))
        case .predict(let event, let launch):
            let prediction = await grips.grip(launch).predict(event)
            if let begun = model.predict(event, by: command(launch)) {
                open[begun.number] = (prediction, begun)
            } else {
                prediction.commit()
            }
        case .resolve(let number, let isCommitted):
            let (prediction, begun) = try #require(open[number])
            open[number] = nil
            if isCommitted { prediction.commit() } else { prediction.rollback() }
            model.resolve(begun, isCommitted: isCommitted)
        case .end(let launch, let fails):
            let command = model.commands[launch - 1]
            await grips.grip(launch).end(fails: fails)
            if command.id == "load" && !fails { model.answer(command) } else { model.returned(command, fails: fails) }
        case .cancel(let id):
            core.cancel(id: id)
            model.cancel(id: id)
        case .load:
            let handle = grips.load(core)
            let sendsRequest = model.load()
            await core.settled()
            // If the core drops a load that the model sends, the states differ.
            if sendsRequest, await core.liveLaunches.contains(model.commands.count) {
                _ = await grips.grip(model.commands.count)
            } else {
                _ = await handle.outcome
            }
        }
        // The tasks of finishing commands are canceled when no prediction of theirs is pending.
        await core.settled()
        for launch in model.takeCanceled() { await grips.ended(launch) }
        await core.settled()
    }

    func close() async {
        for (prediction, _) in open.values { prediction.rollback() }
        await core.close()
    }

    private func command(_ launch: Int?) -> DeskModel.Launched? { launch.map { model.commands[$0 - 1] } }
}
