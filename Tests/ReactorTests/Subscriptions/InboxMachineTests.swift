import ReactorTesting
import ReactorTestSupport
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

    @Test("The first value enters the line, those that follow do not")
    func onePump() {
        let machine = InboxMachine<Int>(delivery: .latest)
        #expect(machine.offer(1, previous: nil, isEqual: isEqual).entersLine)
        #expect(!machine.offer(2, previous: 1, isEqual: isEqual).entersLine)
    }

    @Test("A slow subscriber skips to the newest value")
    func skips() {
        let machine = busy()
        for value in 2...5 { _ = machine.offer(value, previous: value - 1, isEqual: isEqual) }
        #expect(machine.count == 1)
        #expect(machine.nextValue() == 5)
        #expect(machine.nextValue() == nil)
    }

    @Test("A value that went and came back while the subscriber was busy is not delivered again")
    func comesBack() {
        let machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        _ = machine.offer(1, previous: 2, isEqual: isEqual)
        #expect(machine.nextValue() == nil)
        #expect(!machine.isRunning)
    }

    @Test("After a value came back, the next different one is delivered")
    func goesOnAfterComingBack() {
        let machine = busy()
        for (previous, value) in [(1, 2), (2, 1), (1, 2)] {
            _ = machine.offer(value, previous: previous, isEqual: isEqual)
        }
        #expect(machine.nextValue() == 2)
    }

    @Test("A value that is not compared is delivered each time")
    func isNotCompared() {
        let machine = busy()
        _ = machine.offer(1, previous: nil, isEqual: nil)
        #expect(machine.nextValue() == 1)
    }

    @Test("A subscriber of every value receives all of them in order, equal or not")
    func every() {
        let machine = busy(.every)
        for value in [2, 2, 3] { _ = machine.offer(value, previous: nil, isEqual: nil) }
        #expect((0..<4).map { _ in machine.nextValue() } == [2, 2, 3, nil])
    }

    @Test("Passing the limit is reported once, and again after half of it was delivered", arguments: [0, 1, 4])
    func limit(limit: Int) {
        let machine = InboxMachine<Int>(delivery: .every(limit: limit))
        for _ in 1...2 {
            let reports = (0..<limit + 3).compactMap { machine.offer($0, previous: nil, isEqual: nil).passedLimit }
            #expect(reports == [limit + 1])
            while machine.count > limit / 2 { _ = machine.turn() }
            while machine.count > 0 { _ = machine.turn() }
        }
    }

    @Test("A subscriber of every value keeps none that it received")
    func keepsNothing() {
        final class Document: Sendable {}
        let machine = InboxMachine<Document>(delivery: .every)
        weak var delivered: Document?
        do {
            let document = Document()
            delivered = document
            _ = machine.offer(document, previous: nil, isEqual: nil)
            _ = machine.turn()
        }
        #expect(delivered != nil)
        _ = machine.turn()
        #expect(delivered == nil)
    }

    @Test("One that finished receives what waits, and nothing after")
    func finishes() {
        let machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        machine.finish()
        _ = machine.offer(3, previous: 2, isEqual: isEqual)
        #expect(machine.nextValue() == 2)
        #expect(machine.nextValue() == nil)
    }

    @Test("One that stopped receives nothing more, not even what waits")
    func stops() {
        let machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        _ = machine.stop()
        #expect(machine.nextValue() == nil)
    }

    @Test("A value that waits can be taken out again, to be offered as one with the next")
    func takesBack() {
        let machine = busy()
        _ = machine.offer(2, previous: nil, isEqual: nil)
        #expect(machine.isWaiting)
        #expect(machine.takeWaiting() == 2)
        #expect(!machine.isWaiting)
        _ = machine.offer(23, previous: nil, isEqual: nil)
        #expect(machine.nextValue() == 23 && machine.nextValue() == nil)
    }

    @Test("Thousands that wait are delivered in order, each released once it was, in bursts of any size")
    func longQueues() {
        final class Parcel: Sendable {
            let number: Int
            private let alive: Guarded<Int>
            init(_ number: Int, _ alive: Guarded<Int>) {
                self.number = number
                self.alive = alive
                alive.withLock { $0 += 1 }
            }
            deinit { alive.withLock { $0 -= 1 } }
        }
        var random = SeededRandom(seed: 7)
        let alive = Guarded(0)
        let machine = InboxMachine<Parcel>(delivery: .every(limit: 1_000_000))
        var (offered, delivered) = (0, 0)
        for _ in 0..<Loops.rounds(of: 800) {
            for _ in 0..<random.below(random.chance(10) ? 20_000 : 90) {
                offered += 1
                _ = machine.offer(Parcel(offered, alive), previous: nil, isEqual: nil)
            }
            let rest = random.chance(30) ? 0 : random.below(offered - delivered + 1)
            while offered - delivered > rest {
                delivered += 1
                #expect(machine.nextValue()?.number == delivered)
                _ = machine.takeWaste()
            }
            #expect(machine.count == offered - delivered)
            // Those that wait, the current one, and half as many that were delivered.
            #expect(alive.withLock { $0 } <= 2 * (offered - delivered) + 34)
        }
    }

    // MARK: Settling

    private func wait() -> DeliveryWait { DeliveryWait(Waiter()) {} }

    @Test("Who settles waits until the update that runs has returned")
    func settles() {
        let machine = busy()
        machine.announce(wait())
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        let next = machine.turn()
        #expect(next.hasValue && machine.current.value == 2 && next.caughtUp.count == 1)
    }

    @Test("Who settles waits for what waits, too")
    func settlesWhatWaits() {
        let machine = busy()
        _ = machine.offer(2, previous: 1, isEqual: isEqual)
        machine.announce(wait())
        #expect(machine.turn().caughtUp.isEmpty)
        #expect(machine.turn().caughtUp.count == 1)
    }

    @Test("Nothing is owed by one from which everything was delivered")
    func isSettled() {
        let machine = busy()
        #expect(machine.isOwed)
        _ = machine.turn()
        #expect(!machine.isOwed)
    }

    @Test("Those who are not to wait any more are released, and no others")
    func releases() {
        let machine = busy()
        machine.announce(wait())
        machine.announce(DeliveryWait(Waiter(line: DeliveryLine(core: ObjectIdentifier(Int.self)))) {})
        #expect(machine.release { $0.line != nil }.count == 1)
        #expect(machine.turn().caughtUp.count == 1)
    }

    @Test("One that is stopped lets those go on who wait for it")
    func stoppingReleases() {
        let machine = busy()
        machine.announce(wait())
        #expect(machine.stop().count == 1)
        #expect(!machine.isOwed)
    }
}
