import Testing

@testable import Reactor

@Suite struct InboxMachineTests {
    private let isEqual: (Int, Int) -> Bool = { $0 == $1 }

    /// A machine whose subscriber is busy with the value 1.
    private func busy(_ delivery: Delivery = .latest) -> InboxMachine<Int> {
        var machine = InboxMachine<Int>(delivery: delivery)
        _ = machine.offer(1, previous: nil, isEqual: isEqual)
        _ = machine.next()
        return machine
    }

    @Test("The first value starts a pump, those that follow do not")
    func onePump() {
        var machine = InboxMachine<Int>(delivery: .latest)
        #expect(machine.offer(1, previous: nil, isEqual: isEqual).startsPump)
        #expect(!machine.offer(2, previous: 1, isEqual: isEqual).startsPump)
    }

    @Test("A slow subscriber skips to the newest value")
    func skips() {
        var machine = busy()
        for value in 2...5 { _ = machine.offer(value, previous: value - 1, isEqual: isEqual) }
        #expect(machine.count == 1)
        #expect(machine.next().value == 5)
        #expect(machine.next().value == nil)
    }

    @Test("A value that went and came back while the subscriber was busy is not told again")
    func comesBack() {
        var machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        _ = machine.offer(1, previous: 2, isEqual: isEqual)
        #expect(machine.next().value == nil)
        #expect(!machine.isRunning)
    }

    @Test("After a value came back, the next other one is told")
    func goesOnAfterComingBack() {
        var machine = busy()
        for (previous, value) in [(1, 2), (2, 1), (1, 2)] {
            _ = machine.offer(value, previous: previous, isEqual: isEqual)
        }
        #expect(machine.next().value == 2)
    }

    @Test("A value that is not compared is told each time")
    func isNotCompared() {
        var machine = busy()
        _ = machine.offer(1, previous: nil, isEqual: nil)
        #expect(machine.next().value == 1)
    }

    @Test("A subscriber of every value is told all of them in order, equal or not")
    func every() {
        var machine = busy(.every)
        for value in [2, 2, 3] { _ = machine.offer(value, previous: nil, isEqual: nil) }
        #expect((0..<4).map { _ in machine.next().value } == [2, 2, 3, nil])
    }

    @Test("Passing the limit is reported once, and again after half of it was told", arguments: [0, 1, 4])
    func limit(limit: Int) {
        var machine = InboxMachine<Int>(delivery: .every(limit: limit))
        for _ in 1...2 {
            let reports = (0..<limit + 3).compactMap { machine.offer($0, previous: nil, isEqual: nil).passedLimit }
            #expect(reports == [limit + 1])
            while machine.count > limit / 2 { _ = machine.next() }
            while machine.count > 0 { _ = machine.next() }
        }
    }

    @Test("A subscriber of every value keeps none that it was told")
    func keepsNothing() {
        final class Document: Sendable {}
        var machine = InboxMachine<Document>(delivery: .every)
        weak var told: Document?
        do {
            let document = Document()
            told = document
            _ = machine.offer(document, previous: nil, isEqual: nil)
            _ = machine.next()
        }
        #expect(told == nil)
    }

    @Test("One that finished is told what waits, and nothing after")
    func finishes() {
        var machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        machine.finish()
        _ = machine.offer(3, previous: 2, isEqual: isEqual)
        #expect(machine.next().value == 2)
        #expect(machine.next().value == nil)
    }

    @Test("One that stopped is told nothing more, not even what waits")
    func stops() {
        var machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        _ = machine.stop()
        #expect(machine.next().value == nil)
    }

    // MARK: Settling

    @Test("Who settles waits until the update that was told has returned")
    func settles() {
        var machine = busy()
        #expect(machine.announce(Countdown(1) {}) == true)
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        let (value, caughtUp) = machine.next()
        #expect(value == 2 && caughtUp.count == 1)
    }

    @Test("Who settles waits for what waits, too")
    func settlesWhatWaits() {
        var machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        #expect(machine.announce(Countdown(1) {}) == true)
        #expect(machine.next().caughtUp.isEmpty)
        #expect(machine.next().caughtUp.count == 1)
    }

    @Test("Nobody waits for one that is told everything")
    func isSettled() {
        var machine = busy()
        _ = machine.next()
        #expect(machine.announce(Countdown(1) {}) == false)
    }

    @Test("An update that settles lets those go on who wait for it, and those who come until it has")
    func excuses() {
        var machine = busy()
        #expect(machine.announce(Countdown(1) {}) == true)
        #expect(machine.excuse().count == 1)
        #expect(machine.announce(Countdown(1) {}) == false)
        machine.endExcuse()
        #expect(machine.announce(Countdown(1) {}) == true)
    }

    @Test("One that is stopped lets those go on who wait for it")
    func stoppingReleases() {
        var machine = busy()
        _ = machine.announce(Countdown(1) {})
        #expect(machine.stop().count == 1)
        #expect(machine.announce(Countdown(1) {}) == false)
    }
}
