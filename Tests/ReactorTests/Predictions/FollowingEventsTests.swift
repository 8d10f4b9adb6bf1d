import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("Events that follow a resolution")
struct FollowingEventsTests {
    let reports = Reports()

    @Test("Events that follow a response arrive although the command was canceled")
    func afterCancellation() async {
        let core = Core(state: Notes(), runtime: .testing(reports))
        let (gate, resolved) = (Gate<Void>(), Gate(isOpen: true))
        let handle = core.perform { core in
            try await core.optimistically(Noted(1)) { _ in
                await gate.wait()
                resolved.arrive()
                return .commit(with: [Noted(10)], then: [Noted(11)])
            }
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        gate.open()
        await resolved.arrived()
        for await numbers in core.updates(of: \.numbers) where numbers == [10, 11] { break }
        #expect(reports.refusals.isEmpty)
    }

    @Test("If the response is refused, or comes after a Reset, nothing follows")
    func refused() async {
        let core = Core(
            state: Notes(), middlewares: [Refusing(number: 10)], runtime: .testing(reports))
        core.predict(Noted(1)).commit(with: [Noted(10)], then: [Noted(3)])
        #expect(await core.state.numbers == [])
        #expect(await core.counts.refusedByLedger == 1)
        let owned = core.predict(Noted(1), owner: Notes.self)
        core.fire(event: Reset<Notes>())
        owned.commit(with: [Noted(5)], then: [Noted(6)])
        #expect(await core.state.numbers == [])
        #expect(await core.counts.refusedByLedger == 3)
    }

    @Test("The result equals that of the response and a later group, whatever else is in the log", arguments: 0..<300)
    func sameAsAGroupBehind(seed: Int) async {
        let (core, other) = (Core(state: Notes()), Core(state: Notes()))
        var random = SeededRandom(seed: UInt64(seed))
        var open: [(Prediction, Prediction)] = []
        var number = 0
        for _ in 0..<60 {
            number += 1
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: open.append((core.predict(Noted(number)), other.predict(Noted(number))))
            case 2:
                core.fire(event: Noted(number))
                other.fire(event: Noted(number))
            case 3:
                core.fire(event: Noted(number), .authoritative)
                other.fire(event: Noted(number), .authoritative)
            default:
                guard !open.isEmpty else { continue }
                let (one, two) = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                let following = (0..<Int.random(in: 0...2, using: &random)).map { Noted(1_000 * number + $0) }
                one.commit(with: [Noted(-number)], then: following)
                two.commit(with: [Noted(-number)])
                other.fire(events: following)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                let (one, two) = (await core.state.numbers, await other.state.numbers)
                #expect(one == two)
            }
        }
        for (one, two) in open {
            one.rollback()
            two.rollback()
        }
        let (one, two) = (await core.state.numbers, await other.state.numbers)
        #expect(one == two)
    }

    @Test("Appending to a prediction on a core that closes leaves the prediction unchanged")
    func appendedWhileClosing() async {
        let core = Core(state: Notes(), runtime: .testing(reports))
        let prediction = core.predict(Noted(4))
        await core.close()
        prediction.append([Noted(5)])
        prediction.commit()
        #expect(await core.state.numbers == [4])
        #expect(reports.refusals.map(\.reason) == [.closed])
        #expect(reports.all.count == 1)
    }

    @Test("Appending to a prediction in a row that does not exist leaves the prediction unchanged")
    func appendedToAnAbsentRow() async {
        let core = Core(
            state: Gallery(details: KeyedRows(uniqueRows: [Detail(id: 1)])), runtime: .testing(reports))
        let row = core.scope(to: \.details, id: 1, default: Detail(id: 0))
        let prediction = row.predict(DetailNoted(id: 1, number: 8))
        core.fire(event: DetailRemoved(id: 1))
        prediction.append([DetailNoted(id: 1, number: 9)])
        #expect(await core.pending == [prediction.id])
        prediction.commit()
        #expect(await core.pending == [])
        #expect(reports.all.count == 1)
    }

    @Test("The confirmed state is the state after a rollback of all pending predictions", arguments: 0..<200)
    func certain(seed: Int) async {
        let core = Core(state: Notes())
        var random = SeededRandom(seed: UInt64(seed))
        var open: [Prediction] = []
        for number in 0..<40 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: open.append(core.predict(Noted(number)))
            case 2: core.fire(event: Noted(number))
            case 3: core.fire(event: Noted(number), .authoritative)
            default:
                guard !open.isEmpty else { continue }
                let prediction = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                if Bool.random(using: &random) { prediction.commit() } else { prediction.rollback() }
            }
        }
        let certain = await core.certain { $0.numbers }
        for prediction in open { prediction.rollback() }
        #expect(await core.state.numbers == certain)
        #expect(await core.certain { $0.numbers } == certain)
    }
}

/// Refuses a number.
private struct Refusing: Middleware {
    let number: Int

    func intercept(event: any Event, state: Notes) -> (any Event)? {
        (event as? Noted)?.number == number ? nil : event
    }
}
