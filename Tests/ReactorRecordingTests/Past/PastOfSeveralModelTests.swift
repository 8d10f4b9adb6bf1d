import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("What several did at once is undone as by who keeps every state")
struct PastOfSeveralModelTests {
    @Test(
        "Whatever commands, servers, answers, gaps, restarts and suspensions do in between, a deed is undone alone",
        arguments: 0..<Loops.rounds(of: 150))
    func model(seed: Int) async throws {
        let run = try await PastRun(seed: seed)
        for _ in 1...40 { try await run.step() }
        try await run.end()
    }
}

/// A command that does what a test says, step by step.
private struct Worker {
    private let steps: AsyncStream<@Sendable (Core<Desk>) -> Void>.Continuation
    private let launched: CommandHandle

    init(on core: Core<Desk>) {
        let (stream, steps) = AsyncStream<@Sendable (Core<Desk>) -> Void>.makeStream()
        self.steps = steps
        launched = core.fire(command: Working { core in for await step in stream { step(core) } })
    }

    func perform<Result: Sendable>(_ step: @escaping @Sendable (Core<Desk>) -> Result) async -> Result {
        await withCheckedContinuation { done in steps.yield { done.resume(returning: step($0)) } }
    }

    func end() async {
        steps.finish()
        _ = await launched.outcome
    }
}

/// One history of a journal beside the model of its past.
private final class PastRun {
    private struct Work {
        let worker: Worker
        let since: UInt64
        let number: Int
        var steps: [NaivePastOfSeveral.Step] = []
        /// The places of what it has predicted.
        var pending: [Int] = []
    }

    private struct Pending {
        var prediction: Prediction
        /// The deed that it is or belongs to, nil as long as that is not said.
        var deed: Int?
        let isDeed: Bool
        let id: Int
    }

    private struct Unlisted: Event {}
    private static let catalog = EventCatalog<Desk>(
        unregistered: .mark,
        events: [
            .event(CardPut.self, as: "card.put"), .event(CardWritten.self, as: "card.written"),
            .event(CardTaken.self, as: "card.taken"), .event(Tagged.self, as: "tagged"),
            .event(Titled.self, as: "titled"), .empty(Looked(), as: "looked"), .event(Phased.self, as: "phased"),
            .event(Chosen.self, as: "chosen"), .event(Arrived.self, as: "arrived"),
        ])

    private let folder = JournalOnDisk()
    private let seed: Int
    private var random: SeededRandom
    private var model = NaivePastOfSeveral()
    private var opened: OpenedCore<Desk>
    private var works: [Work] = []
    private var pending: [Pending] = []
    private var isSuspended = false
    private var numbers = 0

    init(seed: Int) async throws {
        self.seed = seed
        random = SeededRandom(seed: UInt64(seed))
        opened = try await Self.open(folder)
    }

    private static func open(_ folder: JournalOnDisk, leavesPending: Bool = false) async throws -> OpenedCore<Desk> {
        try await Core.open(
            journal: folder.path, initial: Desk(), catalog: catalog,
            configuration: JournalConfiguration(
                app: "tests", durability: .process, rotation: Rotation(entries: 24, keeping: nil), gathering: .zero,
                report: { _ in }),
            leavesPending: leavesPending)
    }

    private var state: Desk { get async { await opened.core.state } }
    private func number() -> Int {
        numbers += 1
        return 1_000 + numbers
    }

    /// What commands fire has no words of its own.
    private static func words(_ event: any Event) -> String? {
        switch event {
        case let event as CardPut where event.text.hasPrefix("w"): nil
        case let event as Tagged where event.tag.hasPrefix("w"): nil
        case let event as Titled where event.title.hasPrefix("w"): nil
        default: Desk.words(event)
        }
    }

    // MARK: What happens

    func step() async throws {
        switch random.below(26) {
        case 0...3:
            let event = event()
            let step = await stepping { $0.fire(event: event) }
            _ = model.did(try #require(Self.words(event)), [step])
        case 4: opened.core.fire(event: Looked())
        case 5, 6: server()
        case 7, 8: await work()
        case 9...12: await workOn()
        case 13: await predict()
        case 14, 15: await answer()
        case 16...18: try await undo()
        case 19: try await redo()
        case 20, 21: try await restore()
        case 22: try await lose()
        case 23: try await restart()
        default: try await suspendOrResume()
        }
    }

    private func event() -> any Event {
        let id = random.below(4)
        switch random.below(8) {
        case 0, 1: return CardPut(id: number(), text: "a", at: random.below(4))
        case 2: return CardPut(id: id, text: "b")
        case 3: return CardWritten(id: id, text: ["x", "y"][random.below(2)], mood: [nil, "calm"][random.below(2)])
        case 4: return CardTaken(id: id)
        case 5: return Tagged(tag: ["p", "q"][random.below(2)])
        case 6: return Phased(phase: phase())
        default: return Chosen(card: card())
        }
    }

    private func phase() -> Desk.Phase {
        [.idle, .editing("x"), .editing("y"), .failed(code: 1), .failed(code: 2)][random.below(5)]
    }

    private func card() -> Desk.Card? {
        random.chance(25) ? nil : Desk.Card(id: random.below(2), text: ["rice", "salt"][random.below(2)])
    }

    private func stepping(_ body: (Core<Desk>) -> Void) async -> NaivePastOfSeveral.Step {
        let before = await state
        body(opened.core)
        return NaivePastOfSeveral.Step(before: before, after: await state)
    }

    private func server() {
        switch random.below(4) {
        case 0:
            opened.core.fire(
                event: Arrived(id: random.chance(50) ? number() : random.below(4), text: "server"), .authoritative)
        case 1: opened.core.fire(event: Phased(phase: phase()), .authoritative)
        case 2: opened.core.fire(event: Chosen(card: card()), .authoritative)
        default: opened.core.fire(event: Titled(title: ["s", "t"][random.below(2)]), .authoritative)
        }
    }

    private func work() async {
        guard works.count < 3 else { return }
        await opened.core.settled()
        works.append(Work(worker: Worker(on: opened.core), since: opened.journal.lastSeq, number: number()))
    }

    private func workOn() async {
        guard !works.isEmpty else { return }
        let index = random.below(works.count)
        let (worker, number) = (works[index].worker, number())
        let before = await state
        switch random.below(7) {
        case 0: await worker.perform { $0.fire(event: CardPut(id: number, text: "w")) }
        case 1: await worker.perform { $0.fire(event: Tagged(tag: "w\(number % 2)")) }
        case 2: await worker.perform { $0.fire(event: Arrived(id: number, text: "answer"), .authoritative) }
        case 3:
            let launched = await worker.perform { core in
                core.fire(command: Working { $0.fire(event: Tagged(tag: "w\(number % 2)")) })
            }
            _ = await launched.outcome
        case 4:
            let prediction = await worker.perform { $0.predict(CardPut(id: number, text: "w")) }
            works[index].pending.append(number)
            pending.append(Pending(prediction: prediction, deed: nil, isDeed: false, id: number))
        default:
            let work = works.remove(at: index)
            await worker.perform { $0.fire(event: Deed("work \(work.number)", since: work.since)) }
            await worker.end()
            let place = model.did("work \(work.number)", work.steps)
            for index in pending.indices where work.pending.contains(pending[index].id) { pending[index].deed = place }
            return
        }
        works[index].steps.append(NaivePastOfSeveral.Step(before: before, after: await state))
    }

    private func predict() async {
        let number = number()
        var prediction: Prediction?
        let event: any Event = random.chance(50) ? Tagged(tag: "n\(number)") : CardPut(id: number, text: "shown")
        let step = await stepping { prediction = $0.predict(event) }
        guard let prediction else { return }
        let place = model.did(Self.words(event) ?? "", [step])
        pending.append(Pending(prediction: prediction, deed: place, isDeed: true, id: number))
    }

    private func answer() async {
        guard !pending.isEmpty else { return }
        let one = pending.remove(at: random.below(pending.count))
        let before = await state
        switch random.below(3) {
        case 0: one.prediction.commit()
        case 1:
            one.prediction.rollback()
            if one.isDeed, let deed = one.deed { model.rolledBack(deed) }
            return await note(one, before, isAnswer: false)
        default:
            one.prediction.commit(
                with: random.chance(50) ? [CardPut(id: one.id, text: "wanswer")] : [Tagged(tag: "w!\(one.id)")])
        }
        await note(one, before, isAnswer: true)
    }

    private func note(_ one: Pending, _ before: Desk, isAnswer: Bool) async {
        let step = NaivePastOfSeveral.Step(before: before, after: await state)
        guard isAnswer else { return }
        if let deed = one.deed {
            model.answered(deed, step)
        } else if let work = works.firstIndex(where: { $0.pending.contains(one.id) }) {
            works[work].steps.append(step)
        }
    }

    // MARK: What is asked for

    private func said(_ arguments: String...) async throws -> [String] {
        try #require(try await opened.answer(arguments, words: Self.words))
    }

    private func undo() async throws {
        guard !isSuspended else { return }
        let before = await state
        let expected = model.undo(before)
        let lines = try await said("undo")
        #expect(
            lines == [expected.map { "Undone: \(model.deeds[$0.place].words)" } ?? "There is nothing to undo."],
            "seed \(seed)")
        #expect(await state.unordered == (expected?.state ?? before).unordered, "seed \(seed)")
    }

    private func redo() async throws {
        guard !isSuspended else { return }
        let before = await state
        let expected = model.redo(before)
        let lines = try await said("redo")
        #expect(
            lines == [expected.map { "Done again: \(model.deeds[$0.place].words)" } ?? "There is nothing to do again."],
            "seed \(seed)")
        #expect(await state.unordered == (expected?.state ?? before).unordered, "seed \(seed)")
    }

    private func restore() async throws {
        let places = model.deeds.indices.filter { !model.deeds[$0].isRolledBack }
        guard !isSuspended, !places.isEmpty else { return }
        let index = random.below(places.count)
        let place = places[index]
        let number = try await opened.past(words: Self.words).deeds[index].number
        let before = await state
        if model.deeds[place].isUndone {
            await #expect(throws: PastError(.undone(number: number)), "seed \(seed)") {
                try await self.said("restore", "\(number)")
            }
        } else if let expected = model.reverted(place, before) {
            _ = try await said("restore", "\(number)")
            let now = await state
            #expect(now.unordered == expected.unordered, "seed \(seed)")
            _ = model.did(
                "put back: \(model.deeds[place].words)", [NaivePastOfSeveral.Step(before: before, after: now)])
        }
    }

    // MARK: What comes in between

    private func lose() async throws {
        guard pending.isEmpty, !isSuspended, random.chance(50) else { return }
        opened.core.fire(event: Unlisted())
        await opened.core.settled()
        try await opened.journal.durable()
        opened.core.fire(event: Looked())
        await opened.core.settled()
        try await opened.journal.durable()
    }

    private func restart() async throws {
        guard works.isEmpty, !isSuspended else { return }
        try await opened.close()
        opened = try await Self.open(folder)
        try #require(opened.pending.count == pending.count)
        for index in pending.indices { pending[index].prediction = opened.pending[index].prediction }
    }

    private func suspendOrResume() async throws {
        guard isSuspended else {
            guard random.chance(60) else { return }
            try await opened.suspend()
            isSuspended = true
            return
        }
        if random.chance(70) {
            let other = try await Self.open(folder, leavesPending: true)
            for _ in 0...random.below(4) {
                other.core.fire(event: Arrived(id: number(), text: "another's"), .authoritative)
            }
            try await other.close()
        }
        try await opened.resume()
        isSuspended = false
    }

    func end() async throws {
        if isSuspended { try await opened.resume() }
        let told = try await opened.past(words: Self.words).deeds.map { $0.words + ($0.isUndone ? " (undone)" : "") }
        #expect(told == model.told, "seed \(seed)")
        for work in works { await work.worker.end() }
        try await opened.close()
    }
}
