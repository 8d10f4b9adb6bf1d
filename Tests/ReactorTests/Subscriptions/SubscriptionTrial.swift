import ReactorTesting
import ReactorTestSupport

@testable import Reactor

/// The subscription table with its groups and inboxes, beside a list of subscriptions that look for themselves.
struct SubscriptionTrial: Trial {
    private final class Pair {
        let tag: Int
        let member: ListeningMember
        let model: ListenerModel
        let subscriber: Int?
        let choice: Numbers.Choice
        var isAttached = true
        var isAlive = true
        /// It was released by its subscriber's removal or the end, which takes nothing from it that it was offered.
        var isLeaving = false
        /// The state it looked at last, if it is notified of every look.
        var lookedAt: UInt64
        /// How many pumps were asked for on its behalf, and taken.
        var pumps = 0
        var isPumpTaken = false

        init(
            tag: Int, member: ListeningMember, model: ListenerModel, subscriber: Int?, choice: Numbers.Choice,
            lookedAt: UInt64
        ) {
            self.tag = tag
            self.member = member
            self.model = model
            self.subscriber = subscriber
            self.choice = choice
            self.lookedAt = lookedAt
        }

        var canTurn: Bool { isPumpTaken && model.isPumping }
    }

    private final class Subscriber: Sendable {}

    private let subscribers = (0..<3).map { _ in Subscriber() }
    private var table = SubscriptionTable()
    private var numbers = Numbers()
    private var version: UInt64 = 1
    /// In the order of adding.
    private var pairs: [Pair] = []
    private var lastTag = 0
    private var isFinished = false
    private let settled = Guarded(Set<Int>())
    /// Who waits for how many members.
    private var waiters: [Int: Int] = [:]
    private var expectedSettled: Set<Int> = []

    // MARK: Making operations

    func makeOperation(_ random: inout SeededRandom) -> SubscriptionOperation {
        let subscriber = random.below(3)
        switch random.below(100) {
        case 0..<24: return .change(first: random.below(3), second: random.below(2))
        case 24..<36: return .refresh
        case 36..<48: return .takePumps
        case 48..<68: if let tag = random.pick(pairs.filter(\.canTurn))?.tag { return .turn(tag) }
        case 68..<72: if let tag = random.pick(pairs)?.tag { return .detach(tag) }
        case 72..<74: if let tag = random.pick(pairs)?.tag { return .stop(tag) }
        case 74..<77: return .remove(subscriber: subscriber)
        case 77..<79: return .die(subscriber: subscriber)
        case 79..<84: return .settle(lastTag + 1)
        case 99: if random.chance(20) { return .finish }
        default: break
        }
        return .attach(
            lastTag + 1, subscriber: random.chance(60) ? subscriber : nil,
            random.pick(Numbers.Choice.allCases) ?? .first, everyLimit: random.chance(30) ? random.below(5) : nil,
            initial: random.chance(75))
    }

    private func pair(_ tag: Int) -> Pair? { pairs.first { $0.tag == tag } }

    // MARK: Performing

    mutating func perform(_ operation: SubscriptionOperation) throws(Difference) {
        switch operation {
        case .attach(let tag, let subscriber, let choice, let everyLimit, let initial):
            attach(tag, subscriber, choice, everyLimit, initial)
        case .detach(let tag):
            guard let pair = pair(tag) else { return }
            table.detach(pair.member)
            pair.isAttached = false
        case .stop(let tag):
            guard let pair = pair(tag) else { return }
            pair.member.stop()
            pair.model.stop()
        case .remove(let subscriber): remove(subscriber)
        case .die(let subscriber):
            for pair in pairs where pair.subscriber == subscriber {
                pair.member.isThere = false
                pair.isAlive = false
            }
        case .change(let first, let second):
            numbers = Numbers(first: first, second: second)
            version += 1
            withState { $0.refreshEvery(state: $1, version: $2) }
            look { $0.model.isEvery }
        case .refresh:
            withState { $0.refresh(state: $1, version: $2) }
            look { !$0.model.isEvery }
        case .takePumps: try takePumps()
        case .turn(let tag):
            guard let pair = pair(tag), pair.canTurn else { return }
            pair.member.turn()
            pair.model.turn()
            if !pair.model.isPumping { pair.isPumpTaken = false }
        case .settle(let id): settle(id)
        case .finish:
            expectLeaving(table.inboxes)
            table.finish()
            isFinished = true
            for pair in pairs where pair.isAttached {
                pair.model.finish()
                pair.isAttached = false
            }
        }
        try compare()
    }

    private mutating func withState(_ body: (inout SubscriptionTable, borrowing WholeState, UInt64) -> Void) {
        body(&table, WholeState(numbers), version)
    }

    /// Those who are meant look at the state; those who are notified of every look only when there was a change.
    private mutating func look(where isMeant: (Pair) -> Bool) {
        for pair in pairs where pair.isAttached && pair.isAlive && isMeant(pair) {
            if !pair.model.isCompared && pair.lookedAt == version { continue }
            pair.lookedAt = version
            see(pair)
        }
    }

    private func see(_ pair: Pair) {
        let wasPumping = pair.model.isPumping
        pair.model.see(numbers.value(pair.choice))
        if pair.model.isPumping && !wasPumping { pair.pumps += 1 }
    }

    private mutating func attach(
        _ tag: Int, _ subscriber: Int?, _ choice: Numbers.Choice, _ everyLimit: Int?, _ initial: Bool
    ) {
        guard !isFinished else { return }
        lastTag = max(lastTag, tag)
        let isEvery = everyLimit != nil
        let selection = Numbers.selection(choice, isEvery: isEvery)
        let member = ListeningMember(
            selection, subscriber: subscriber.map { ObjectIdentifier(subscribers[$0]) },
            delivery: everyLimit.map { .every(limit: $0) } ?? .latest, initial: initial)
        withState { $0.attach(member, state: $1, version: $2) }
        let isKnown = pairs.contains {
            subscriber != nil && $0.subscriber == subscriber && $0.isAttached && $0.isAlive
                && $0.member.key == selection.key
        }
        if isKnown { return }
        let isCompared = !isEvery && choice != .eachFirst
        let model = ListenerModel(
            isEvery: isEvery, limit: everyLimit ?? 0, isCompared: isCompared,
            known: initial ? nil : numbers.value(choice))
        let pair = Pair(
            tag: tag, member: member, model: model, subscriber: subscriber, choice: choice, lookedAt: version)
        pairs.append(pair)
        if initial { see(pair) }
        lookTogether(with: selection.groupKey)
    }

    /// Members of an equal key share each look.
    private mutating func lookTogether(with key: SelectionKey?) {
        guard let key else { return }
        look { $0.member.groupKey == key }
    }

    private mutating func remove(_ subscriber: Int) {
        let identity = ObjectIdentifier(subscribers[subscriber])
        let meant = table.inboxes.filter { $0.subscriber == identity }
        expectLeaving(meant)
        withState { $0.remove(identity, state: $1, version: $2) }
        for member in meant {
            look { $0.member === member || $0.member.groupKey.map { $0 == member.groupKey } ?? false }
        }
        for pair in pairs where pair.isAttached && pair.subscriber == subscriber {
            pair.model.finish()
            pair.isAttached = false
        }
    }

    private func expectLeaving(_ members: [Inbox]) {
        for pair in pairs where members.contains(where: { $0 === pair.member }) { pair.isLeaving = true }
    }

    private mutating func takePumps() throws(Difference) {
        let pumps = table.takeLines()
        for pair in pairs {
            try Difference.check("pumps of #\(pair.tag)", pumps.filter { $0 === pair.member.pump }.count, pair.pumps)
            if pair.pumps > 0 { pair.isPumpTaken = true }
            pair.pumps = 0
        }
    }

    /// Waits for all members, those included that were removed and receive the rest.
    private mutating func settle(_ id: Int) {
        lastTag = max(lastTag, id)
        let wait = DeliveryWait(Waiter()) { [settled] in settled.withLock { _ = $0.insert(id) } }
        table.announce(to: wait)
        wait.done()
        let members = table.inboxes
        waiters[id] =
            pairs.filter { pair in
                (pair.isLeaving || members.contains { $0 === pair.member }) && pair.model.settle(id)
            }.count
        if waiters[id] == 0 { expectedSettled.insert(id) }
    }

    // MARK: Comparing

    private mutating func compare() throws(Difference) {
        for pair in pairs {
            let found = ListenerProgress(pair.member)
            let expected = ListenerProgress(pair.model)
            if found != expected { throw Difference("#\(pair.tag)\n    machine: \(found)\n    model:   \(expected)") }
            for id in pair.model.takeReleased() {
                waiters[id, default: 0] -= 1
                if waiters[id] == 0 { expectedSettled.insert(id) }
            }
        }
        let members = table.inboxes
        try Difference.check("count", table.count, members.count)
        let attached = pairs.filter { $0.isAttached && $0.isAlive }
        let there = members.filter(\.isAlive)
        try Difference.check(
            "members", Set(there.map { ObjectIdentifier($0) }), Set(attached.map { ObjectIdentifier($0.member) })
        )
        try Difference.check(
            "has every", there.contains { $0.group?.isEvery == true }, attached.contains { $0.model.isEvery })
        try Difference.check("settled", settled.withLock { $0 }, expectedSettled)
    }

    mutating func finish() throws(Difference) {
        // A change that everybody sees finds those who are gone.
        try perform(.change(first: numbers.first + 10, second: numbers.second + 20))
        try perform(.refresh)
        try perform(.takePumps)
        try Difference.check("members that are gone", table.inboxes.filter { !$0.isAlive }.count, 0)
        for pair in pairs { while pair.canTurn { try perform(.turn(pair.tag)) } }
        try Difference.check("settled in the end", settled.withLock { $0 }, Set(waiters.keys))
        for pair in pairs { table.detach(pair.member) }
        try Difference.check("groups in the end", table.latest.groups.count, 0)
        table.announce(to: DeliveryWait(Waiter()) {})
        try Difference.check("leaving in the end", table.leaving.count, 0)
        try Difference.check("subscribers in the end", table.subscribers.count, 0)
        try Difference.check("every in the end", table.hasEvery, false)
    }
}
