import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("A recorder")
struct RecorderTests {
    @Test(
        "What a recorder received folds to the state, whatever was predicted, placed, reset or grouped",
        arguments: [1, 4])
    func foldsToTheState(runLength: Int) async {
        for seed in Loops.seeds(of: 4_000) {
            let tape = TapeRecorder(keepsEvery: 7, runLength: runLength)
            let core = Core<Notes>(resuming: .empty, recorder: tape, runtime: .testing())
            await scribble(on: core, seed: seed, count: 60)
            let state = await core.state
            #expect(replay(tape.steps, from: .empty) == state, "seed \(seed)")
            for kept in tape.content.withLock({ $0.kept }) {
                #expect(
                    replay(tape.steps[..<kept.steps], from: .empty) == kept.visible,
                    "seed \(seed), kept at \(kept.steps)")
                #expect(
                    replay(tape.steps[kept.steps...], from: kept.record) == state, "seed \(seed), from \(kept.steps)")
            }
        }
    }

    @Test("A core that resumes shows what was seen, and settles what was pending")
    func resumes() async throws {
        let tape = TapeRecorder(keepsEvery: 1)
        let first = Core<Notes>(resuming: .empty, recorder: tape, runtime: .testing())
        let prediction = first.predict(Noted(1))
        first.fire(event: Noted(2))
        _ = await first.state
        let record = try #require(tape.content.withLock { $0.kept.last?.record })
        prediction.commit()

        let second = Core<Notes>(resuming: record, recorder: TapeRecorder(), runtime: .testing())
        #expect(await second.state.numbers == [1, 2])
        #expect(await second.pending == [prediction.id])
        let held = second.hold(prediction.id, about: ["a"], begun: CallSite(#fileID, #line))
        #expect(await second.isPending(about: "a"))
        #expect(second.predict(Noted(3)).id > prediction.id)
        held.commit(with: [Noted(9)])
        #expect(await second.state.numbers == [9, 2])
    }

    @Test("Events wait while the recorder has no room, and readers do not", arguments: [1, 64])
    func waitsForRoom(runLength: Int) async {
        let tape = TapeRecorder(limit: 2, runLength: runLength)
        let core = Core<Notes>(resuming: .empty, recorder: tape, runtime: .testing())
        for number in 1...5 { core.fire(event: Noted(number)) }
        await tape.heldUp.arrived()
        #expect(tape.steps.count == 2)
        #expect(core.waitingEvents == 3)
        tape.extend(by: 3)
        await tape.heldUp.arrived(2)
        #expect(tape.steps.count == 5)
        core.fire(event: Noted(6))
        #expect(await core.state.numbers == [1, 2, 3, 4, 5, 6])
    }

    @Test("Plain events are recorded in runs, and the state is asked for after each of them")
    func recordsRuns() async {
        let tape = TapeRecorder(keepsEvery: 1, runLength: 3)
        let core = Core<Notes>(resuming: .empty, recorder: tape, runtime: .testing())
        for number in 1...4 { core.fire(event: Noted(number)) }
        core.fire(events: [Noted(5)])
        core.fire(event: Noted(6))
        #expect(await core.state.numbers == Array(1...6))
        let kept = tape.content.withLock { $0.kept.map { [$0.steps, $0.visible.numbers.count] } }
        #expect(kept.last == [6, 6] && kept.allSatisfy { $0[0] == $0[1] }, "\(kept)")
        let runs = tape.content.withLock { $0.runs }
        #expect(runs.reduce(0, +) == 5 && runs.allSatisfy { $0 <= 3 }, "\(runs)")
    }

    @Test("What a command fires names it and the command that fired it")
    func namesCauses() async {
        let tape = TapeRecorder()
        let core = Core<Notes>(resuming: .empty, recorder: tape, runtime: .testing())
        let line = UInt(#line)
        core.fire(
            command: Errand { _, core in
                core.fire(event: Noted(1))
                _ = await core.fire(command: Note(2)).outcome
            })
        await core.idle()
        let causes = tape.content.withLock { $0.causes }
        #expect(
            causes == [
                LogCause(command: "Errand", launch: 1, at: CallSite(#fileID, line + 1)),
                LogCause(command: "Note", launch: 2, parent: 1, at: CallSite(#fileID, line + 4)),
            ])
    }

    @Test("A group is recorded as one, and so is what takes a prediction back with its message")
    func recordsGroups() async {
        let tape = TapeRecorder()
        let core = Core<Notes>(resuming: .empty, recorder: tape, runtime: .testing())
        core.fire(events: [Noted(1), Noted(2)])
        core.predict(Noted(3)).rollback(with: [Noted(4)])
        core.fire(event: Noted(5))
        _ = await core.state
        #expect(tape.content.withLock { $0.groups } == [0, 2, 3, 5])
    }
}

/// Fires, predicts, settles, marks, places, resets and groups at random.
private func scribble(on core: Core<Notes>, seed: UInt64, count: Int) async {
    var random = SeededRandom(seed: seed)
    var open: [Prediction] = []
    var marks: [Mark] = []
    for number in 1...count {
        switch random.below(13) {
        case 0: open.append(core.predict(Noted(number), owner: random.chance(50) ? Notes.self : nil))
        case 1: open.append(core.predict(Noted(number)))
        case 2: random.pick(open)?.append([Noted(number), Noted(-number)])
        case 3: if !open.isEmpty { open.remove(at: random.below(open.count)).commit() }
        case 4: if !open.isEmpty { open.remove(at: random.below(open.count)).commit(with: [Noted(-number)]) }
        case 5: if !open.isEmpty { open.remove(at: random.below(open.count)).rollback(with: [Noted(number)]) }
        case 6: marks.append(core.mark())
        case 7: if !marks.isEmpty { core.fire(event: Noted(number), .authoritative(asOf: marks.removeFirst())) }
        case 8: core.fire(event: Noted(number), .authoritative)
        case 9: core.fire(events: [Noted(number), Noted(-number)])
        case 10: if random.chance(20) { core.fire(event: Reset<Notes>()) }
        case 11: if let mark = random.pick(marks) { core.report(Noted(number), below: mark.id) }
        default: core.fire(event: Noted(number))
        }
        if random.chance(10) { _ = await core.state }
    }
}
