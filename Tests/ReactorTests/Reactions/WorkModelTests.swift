import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// Commands with wishes, owners and child states: a core next to a naive model that stores every ancestor of each
/// command.
@Suite("Law 7: work that belongs to a state runs like that of a naive model")
struct WorkModelTests {
    @Test("A wish that ends cancels its command, or lets the command finish that ended it; a reset starts it again")
    func agrees() async throws {
        var reached = DeskModel.Reached()
        for seed in Loops.seeds(of: 100_000, atLeast: 2_000) {
            var random = SeededRandom(seed: seed)
            let grips = Grips()
            let core = Core(state: Workshop(), reactions: Workshop.reactions(grips), runtime: .testing())
            let model = DeskModel()
            var open: [(Prediction, DeskModel.Open)] = []
            for step in 0..<(5 + random.below(30)) {
                let deed = try await perform(&random, core, grips, model, &open)
                // The tasks of finishing commands are canceled when no prediction of theirs is pending.
                await core.settled()
                for launch in model.takeCanceled() { await grips.ended(launch) }
                await core.settled()
                let found = await core.deskText
                try #require(found == model.text, "seed \(seed), step \(step): \(deed)")
            }
            for (prediction, _) in open { prediction.rollback() }
            await core.close()
            reached.add(model.reached)
        }
        #expect(reached.isComplete, "\(reached)")
    }

    /// Does one thing to both.
    ///
    /// - Returns: a description of it.
    private func perform(
        _ random: inout SeededRandom, _ core: Core<Workshop>, _ grips: Grips, _ model: DeskModel,
        _ open: inout [(Prediction, DeskModel.Open)]
    ) async throws -> String {
        let actor = random.chance(70) ? random.pick(model.commands.filter(\.mayAct)) : nil
        let grip = if let actor { await grips.grip(actor.launch) } else { Grip(core) }
        let who = actor.map { "\($0.launch)" } ?? "the outside"
        switch random.below(12) {
        case 0...4:
            let events = (0...random.below(2)).map { _ in DeskModel.event(&random) }
            grip.fire(events)
            model.fire(events, by: actor)
            return "\(who) fires \(events)"
        case 5:
            let owners: [Any.Type]? = random.chance(50) ? nil : random.chance(50) ? [Screen.self] : [Workshop.self]
            grip.start(grips, owners)
            model.start(owners: owners, by: actor)
            return "\(who) starts a command of \(owners.map { "\($0)" } ?? "the same owners")"
        case 6:
            let part = random.chance(50) ? DeskModel.Condition.detail : .row
            guard model.desk.has(part) else { return "nothing" }
            let leaf =
                part == .detail
                ? core.scope(to: \.detail, default: WorkshopTray(id: 0))
                : core.scope(to: \.rows, id: 0, default: WorkshopTray(id: 0))
            let isTimer = random.chance(30)
            leaf.fire(command: Hand<WorkshopTray>(grips)) { $0.isTimer = isTimer }
            model.start(owners: nil, by: nil, in: part, isTimer: isTimer)
            return "the outside starts a command in \(part), timer: \(isTimer)"
        case 7:
            guard let actor, actor.end == nil else { return "nothing" }
            let fails = random.chance(60)
            await grip.end(fails: fails)
            model.returned(actor, fails: fails)
            return "\(who) returns, failed: \(fails)"
        case 8:
            guard let actor, actor.end == nil, random.chance(50) else {
                grip.cancelOwner()
                model.cancelOwner(by: actor)
                return "\(who) cancels an owner"
            }
            grip.cancel()
            model.cancel(actor)
            return "cancel \(who)"
        case 9, 10:
            let event = DeskModel.move(&random)
            let prediction = grip.predict(event)
            if let begun = model.predict(event, by: actor) {
                open.append((prediction, begun))
            } else {
                prediction.commit()
            }
            return "\(who) predicts \(event)"
        default:
            guard !open.isEmpty else { return "nothing" }
            let (prediction, begun) = open.remove(at: random.below(open.count))
            let isCommitted = random.chance(50)
            if isCommitted { prediction.commit() } else { prediction.rollback() }
            model.resolve(begun, isCommitted: isCommitted)
            return "a prediction ends, committed: \(isCommitted)"
        }
    }
}
