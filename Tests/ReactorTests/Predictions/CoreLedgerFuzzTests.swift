import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorStateSupport

@Suite("Predictions on a core, at random")
struct CoreLedgerFuzzTests {
    @Test(
        "Random operations through the public calls show, deliver and preserve the same as the naive model",
        arguments: 0..<4)
    func agreesWithTheModel(lane: Int) async {
        var done = 0
        var seed = UInt64(lane) << 40
        while done < Loops.always(10_000) {
            var generator = LedgerScriptGenerator(seed: seed)
            let steps = generator.script().steps.flatMap(\.publicSteps)
            let run = CoreRun(seed: seed)
            for (index, step) in steps.enumerated() {
                await run.perform(step)
                guard let difference = await run.difference() else { continue }
                let script = steps[...index].map { "\($0)" }.joined(separator: "\n")
                Issue.record("seed \(seed), after\n\(script)\n\(difference)")
                return
            }
            let difference = await run.endDifference()
            #expect(difference == nil, "seed \(seed)")
            done += steps.count
            seed += 1
        }
    }
}

extension LedgerStep {
    /// The step as calls of a core can express it: they begin with one event, and place one.
    fileprivate var publicSteps: [LedgerStep] {
        switch self {
        case .begin(let id, let side, let moves):
            guard let first = moves.first else { return [] }
            return [.begin(id, side, [first])] + (moves.count > 1 ? [.append(id, Array(moves.dropFirst()))] : [])
        case .place(let moves): return moves.first.map { [.place([$0])] } ?? []
        case .placeAsOf(let id, let moves): return [moves.first.map { .placeAsOf(id, [$0]) } ?? .release(id)]
        case .report(let id, let moves): return moves.first.map { [.report(id, [$0])] } ?? []
        case .reopen: return []
        default: return [self]
        }
    }
}

/// A core and the model, side by side.
private final class CoreRun: Sendable {
    private struct Content {
        var model = NaiveLedger()
        var predictions: [UInt64: Prediction] = [:]
        var marks: [UInt64: Mark] = [:]
        var delivered: [UInt32] = [0]
        /// The number of these values that follow an event or a group: they are never left out.
        var certain = 1
        var isDeferred = false
        var random: SeededRandom
    }

    private let content: Locked<Content>
    private let core = Core(state: Board(), runtime: .testing())
    private let recorder = Recorder<Incomparable<UInt32>>()

    init(seed: UInt64) {
        content = Locked(Content(random: SeededRandom(seed: seed)))
        core.add(subscriber: recorder, selector: { Incomparable($0.cells) }, delivery: .every)
    }

    func perform(_ step: LedgerStep) async {
        content.withLock { content in
            guard let counterpart = carryOut(step, &content) else { return }
            let before = content.model.sight.deliveries
            content.model.perform(counterpart)
            let sight = content.model.sight
            if sight.deliveries > before {
                content.delivered.append(sight.visible)
                switch counterpart {
                case .fire, .reset: content.certain += 1
                default: break
                }
            }
            // The seed determines where the core is not read, so that steps share a batch.
            content.isDeferred = content.random.chance(40)
        }
    }

    /// Runs the step on the core, and returns the step for the model; nil if the core's calls cannot express it.
    private func carryOut(_ step: LedgerStep, _ content: inout Content) -> LedgerStep? {
        switch step {
        case .fire(let moves):
            if moves.count == 1 { core.fire(event: moves[0]) } else { core.fire(events: moves) }
        case .reset(.left): core.fire(event: Reset<Board.Left>())
        case .reset(.right): core.fire(event: Reset<Board.Right>())
        case .begin(let id, let side, let moves):
            guard content.predictions[id] == nil else { return nil }
            content.predictions[id] = core.predict(moves[0], owner: side?.type)
        case .append(let id, let moves):
            guard let prediction = content.predictions[id] else { return nil }
            prediction.append(moves)
        case .commit(let id): content.predictions[id]?.commit()
        case .commitWith(let id, let moves, let following):
            content.predictions[id]?.commit(with: moves, then: following)
        case .commitReset(let id):
            // A core does not leave a prediction open that cannot be committed: its closure has ended.
            content.predictions[id]?.commit(with: [Side.left.reset])
            return .rollback(id, [])
        case .rollback(let id, let moves): content.predictions[id]?.rollback(with: moves)
        case .beginReset: core.predict(Reset<Board.Left>()).rollback()
        case .place(let moves): core.fire(event: moves[0], .authoritative)
        case .placeReset: core.fire(event: Reset<Board.Left>(), .authoritative)
        case .mark(let id):
            guard content.marks[id] == nil else { return nil }
            content.marks[id] = core.mark()
        case .placeAsOf(let id, let moves):
            guard let mark = content.marks[id] else { return nil }
            core.fire(event: moves[0], .authoritative(asOf: mark))
        case .report(let id, let moves):
            guard let mark = content.marks[id] else { return nil }
            core.report(moves[0], below: mark.id)
        case .release(let id): content.marks[id]?.release()
        case .reopen, .endOfDrain: return nil
        }
        return step
    }

    /// The difference between the core and the model, or nil if there is none.
    func difference() async -> String? {
        let (sight, isDeferred) = content.withLock { ($0.model.sight, $0.isDeferred) }
        if isDeferred { return nil }
        let expected = content.withLock { content in
            sight.pending.compactMap { content.predictions[$0]?.id }.sorted()
        }
        let (cells, pending) = (await core.state.cells, await core.pending)
        guard cells == sight.visible else { return "shows \(cells), not \(sight.visible)" }
        let (certain, expectedCertain) = (await core.certain { $0.cells }, content.withLock { $0.model.certain })
        guard certain == expectedCertain else { return "is certain of \(certain), not \(expectedCertain)" }
        return pending == expected ? nil : "pending are \(pending), not \(expected)"
    }

    /// The difference between the values that its subscriber received and the model, or nil if there is none.
    func endDifference() async -> String? {
        content.withLock { $0.isDeferred = false }
        if let difference = await difference() { return difference }
        await core.settled()
        let (expected, certain) = content.withLock { ($0.delivered, $0.certain) }
        let delivered = recorder.values.map(\.seen)
        // Steps that change entries below the end share a read, up to the next event or the end of the drain.
        var rest = delivered[...]
        for value in expected where rest.first == value { rest.removeFirst() }
        let isRight = rest.isEmpty && delivered.last == expected.last && delivered.count >= certain
        return isRight ? nil : "delivered \(delivered), not \(expected)"
    }
}

extension Side {
    fileprivate var type: Any.Type { self == .left ? Board.Left.self : Board.Right.self }
}
