import ReactorTesting
import TestSupport

@testable import Reactor

/// A subscription that numbers what it is offered, and has a subscriber that stands at a gate in each update.
final class NumberedSource: OutletSource {
    private struct Content {
        var waiting: [Int] = []
        var isInLine = false
        var isFinished = false
        var lastNumber = 0
    }

    let name: Int
    private let subscriber: TurnedSubscriber
    private let content = Locked(Content())

    func excuseLine() {}

    init(_ name: Int, of subscriber: TurnedSubscriber) {
        self.name = name
        self.subscriber = subscriber
    }

    var isFinished: Bool { content.withLock { $0.isFinished } }

    func finish() { content.withLock { $0.isFinished = true } }

    /// Offers the next number.
    ///
    /// - Returns: whether the outlet has to be told.
    func offer() -> Bool {
        content.withLock { content in
            content.lastNumber += 1
            content.waiting.append(content.lastNumber)
            defer { content.isInLine = true }
            return !content.isInLine
        }
    }

    func tellNext() async -> Bool {
        let number: Int? = content.withLock { content in
            guard content.waiting.isEmpty else { return content.waiting.removeFirst() }
            content.isInLine = false
            return nil
        }
        guard let number else { return false }
        await subscriber.update(Told(source: name, number: number))
        return true
    }
}

/// What a subscriber was told, and of which of its subscriptions.
struct Told: Equatable, CustomStringConvertible {
    let source: Int
    let number: Int

    var description: String { "\(number) of #\(source)" }
}

/// Keeps what it was told, and counts how often it was told something while it was still busy.
final class TurnedSubscriber: Sendable {
    private let content = Locked((told: [Told](), isBusy: false, overlaps: 0))
    let gate: Gate<Void>

    init(gate: Gate<Void> = Gate<Void>()) { self.gate = gate }

    var told: [Told] { content.withLock { $0.told } }
    var overlaps: Int { content.withLock { $0.overlaps } }

    func update(_ told: Told) async {
        content.withLock { content in
            content.told.append(told)
            if content.isBusy { content.overlaps += 1 }
            content.isBusy = true
        }
        await gate.wait()
        content.withLock { $0.isBusy = false }
    }
}
