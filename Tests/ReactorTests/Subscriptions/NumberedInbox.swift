import ReactorTesting
import ReactorTestSupport

@testable import Reactor

/// An inbox that numbers what it is offered, and has a subscriber that stands at a gate in each update.
class NumberedInbox: Inbox, @unchecked Sendable {
    // Sendable: the numbers are guarded by the lock of the line.
    let name: Int
    private let receiver: TurnedSubscriber
    private var waiting: [Int] = []
    private var current = 0
    private var isInLine = false
    private var hasFinished = false
    private var lastNumber = 0

    init(_ name: Int, of receiver: TurnedSubscriber, line: DeliveryLine) {
        self.name = name
        self.receiver = receiver
        super.init(Numbers.selection(.first, isEvery: true), subscriber: nil, initial: true, line: line)
    }

    override var isFinished: Bool { hasFinished }

    override func finish() {
        line.lock.lock()
        defer { line.lock.unlock() }
        hasFinished = true
    }

    /// Offers the next number.
    ///
    /// - Returns: the line, if it is to be run.
    func offer() -> DeliveryLine? {
        line.lock.lock()
        defer { line.lock.unlock() }
        lastNumber += 1
        waiting.append(lastNumber)
        defer { isInLine = true }
        return !isInLine && line.append(self) ? line : nil
    }

    override func next() -> NextDelivery {
        let turn = endUpdate()
        if turn.hasValue { current = waiting.removeFirst() }
        isInLine = turn.hasValue
        return turn
    }

    override func endUpdate() -> NextDelivery {
        isInLine = !waiting.isEmpty
        return NextDelivery(hasValue: !waiting.isEmpty)
    }

    override func release(where isMeant: (Waiter) -> Bool) -> [DeliveryWait] { [] }

    override func deliver() async { await receiver.update(Delivered(source: name, number: current)) }
}

/// What a subscriber received, and of which of its subscriptions.
struct Delivered: Equatable, CustomStringConvertible {
    let source: Int
    let number: Int

    var description: String { "\(number) of #\(source)" }
}

/// Keeps what it received, and counts how often it was notified while it was still busy.
final class TurnedSubscriber: Sendable {
    private let content = Locked((delivered: [Delivered](), isBusy: false, overlaps: 0))
    let gate: Gate<Void>

    init(gate: Gate<Void> = Gate<Void>()) { self.gate = gate }

    var delivered: [Delivered] { content.withLock { $0.delivered } }
    var overlaps: Int { content.withLock { $0.overlaps } }

    func update(_ delivered: Delivered) async {
        content.withLock { content in
            content.delivered.append(delivered)
            if content.isBusy { content.overlaps += 1 }
            content.isBusy = true
        }
        await gate.wait()
        content.withLock { $0.isBusy = false }
    }
}
