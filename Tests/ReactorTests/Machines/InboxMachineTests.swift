import TestSupport
import Testing

@testable import Reactor

@Suite struct InboxMachineTests {
    private let isEqual: (Int, Int) -> Bool = { $0 == $1 }

    /// A machine whose subscriber is busy with the value 1.
    private func busy(_ delivery: Delivery = .latest) -> InboxMachine<Int> {
        let machine = InboxMachine<Int>(delivery: delivery)
        _ = machine.offer(1, previous: nil, isEqual: isEqual)
        _ = machine.turn()
        return machine
    }

    @Test("The first value starts a pump, those that follow do not")
    func onePump() {
        let machine = InboxMachine<Int>(delivery: .latest)
        #expect(machine.offer(1, previous: nil, isEqual: isEqual).startsPump)
        #expect(!machine.offer(2, previous: 1, isEqual: isEqual).startsPump)
    }

    @Test("A slow subscriber skips to the newest value")
    func skips() {
        let machine = busy()
        for value in 2...5 { _ = machine.offer(value, previous: value - 1, isEqual: isEqual) }
        #expect(machine.count == 1)
        #expect(machine.nextValue() == 5)
        #expect(machine.nextValue() == nil)
    }

    @Test("A value that went and came back while the subscriber was busy is not told again")
    func comesBack() {
        let machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        _ = machine.offer(1, previous: 2, isEqual: isEqual)
        #expect(machine.nextValue() == nil)
        #expect(!machine.isRunning)
    }

    @Test("After a value came back, the next other one is told")
    func goesOnAfterComingBack() {
        let machine = busy()
        for (previous, value) in [(1, 2), (2, 1), (1, 2)] {
            _ = machine.offer(value, previous: previous, isEqual: isEqual)
        }
        #expect(machine.nextValue() == 2)
    }

    @Test("A value that is not compared is told each time")
    func isNotCompared() {
        let machine = busy()
        _ = machine.offer(1, previous: nil, isEqual: nil)
        #expect(machine.nextValue() == 1)
    }

    @Test("A subscriber of every value is told all of them in order, equal or not")
    func every() {
        let machine = busy(.every)
        for value in [2, 2, 3] { _ = machine.offer(value, previous: nil, isEqual: nil) }
        #expect((0..<4).map { _ in machine.nextValue() } == [2, 2, 3, nil])
    }

    @Test("Passing the limit is reported once, and again after half of it was told", arguments: [0, 1, 4])
    func limit(limit: Int) {
        let machine = InboxMachine<Int>(delivery: .every(limit: limit))
        for _ in 1...2 {
            let reports = (0..<limit + 3).compactMap { machine.offer($0, previous: nil, isEqual: nil).passedLimit }
            #expect(reports == [limit + 1])
            while machine.count > limit / 2 { _ = machine.turn() }
            while machine.count > 0 { _ = machine.turn() }
        }
    }

    @Test("A subscriber of every value keeps none that it was told")
    func keepsNothing() {
        final class Document: Sendable {}
        let machine = InboxMachine<Document>(delivery: .every)
        weak var told: Document?
        do {
            let document = Document()
            told = document
            _ = machine.offer(document, previous: nil, isEqual: nil)
            _ = machine.turn()
        }
        #expect(told != nil)
        _ = machine.turn()
        #expect(told == nil)
    }

    @Test("One that finished is told what waits, and nothing after")
    func finishes() {
        let machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        machine.finish()
        _ = machine.offer(3, previous: 2, isEqual: isEqual)
        #expect(machine.nextValue() == 2)
        #expect(machine.nextValue() == nil)
    }

    @Test("One that stopped is told nothing more, not even what waits")
    func stops() {
        let machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        _ = machine.stop()
        #expect(machine.nextValue() == nil)
    }

    // MARK: Settling

    @Test("Who settles waits until the update that was told has returned")
    func settles() {
        let machine = busy()
        #expect(machine.announce(Countdown(1) {}) == true)
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        let next = machine.turn()
        #expect(next.hasValue && machine.telling.pointee == 2 && next.caughtUp.count == 1)
    }

    @Test("Who settles waits for what waits, too")
    func settlesWhatWaits() {
        let machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        #expect(machine.announce(Countdown(1) {}) == true)
        #expect(machine.turn().caughtUp.isEmpty)
        #expect(machine.turn().caughtUp.count == 1)
    }

    @Test("Nobody waits for one that is told everything")
    func isSettled() {
        let machine = busy()
        _ = machine.turn()
        #expect(machine.announce(Countdown(1) {}) == false)
    }

    @Test("An update that settles lets those go on who wait for it, and those who come until it has")
    func excuses() {
        let machine = busy()
        #expect(machine.announce(Countdown(1) {}) == true)
        #expect(machine.excuse().count == 1)
        #expect(machine.announce(Countdown(1) {}) == false)
        machine.endExcuse()
        #expect(machine.announce(Countdown(1) {}) == true)
    }

    @Test("One that is stopped lets those go on who wait for it")
    func stoppingReleases() {
        let machine = busy()
        _ = machine.announce(Countdown(1) {})
        #expect(machine.stop().count == 1)
        #expect(machine.announce(Countdown(1) {}) == false)
    }
}
