/// The steps that a history may contain. Each level includes those of the levels below it.
package enum Level: Int, Hashable, Sendable, CaseIterable, Comparable {
    case changes = 1
    case refreshes, pushes, losses, counters, restarts

    package var summary: String {
        switch self {
        case .changes: "changes, answered in any order"
        case .refreshes: "refreshes that are answered late, another device"
        case .pushes: "pushes, not in order with answers"
        case .losses: "lost requests and answers, sign-out with requests under way"
        case .counters: "counters, requests that overtake each other"
        case .restarts: "restarts, what arrives twice, pages, order, plain saves, a client stopped in its work"
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension History {
    /// The history of this seed, the same on every machine.
    package init(level: Level, seed: UInt64) {
        var generator = Generator(level: level, seed: seed)
        self = generator.history()
    }
}

private struct Generator {
    let level: Level
    var random: SeededRandom
    var users = 0
    var added = 0
    var changes = 0
    /// The rows that there may be.
    var ids: [String] = []

    init(level: Level, seed: UInt64) {
        self.level = level
        random = SeededRandom(seed: seed &* 8 &+ UInt64(level.rawValue))
        // Neighboring seeds begin with unrelated numbers.
        random = SeededRandom(seed: random.next())
        begin()
    }

    private mutating func begin() {
        let user = World.user(users)
        ids = (1...3).map { "\(user)\($0)" }
        users += 1
    }

    mutating func history() -> History {
        var history = History()
        history.isPushed = level >= .pushes && isDrawn(80)
        history.isInOrder = level < .counters || isDrawn(50)
        history.hasEcho = level >= .restarts && isDrawn(30)
        let count = random.number(in: 4...24)
        history.steps = (0..<count).map { _ in step(isPushed: history.isPushed) }
        return history
    }

    private mutating func step(isPushed: Bool) -> Step {
        var kinds: [(Int, Step.Kind)] = [
            (30, .act(own(), isPlain: level >= .restarts && isDrawn(20))),
            (26, .serve(random.number(in: 0...3), treatment())),
            (26, .deliver(random.number(in: 0...3), isKept: level >= .restarts && isDrawn(15))),
        ]
        if level >= .refreshes {
            let page = level >= .restarts && isDrawn(30) ? random.number(in: 0...1) : nil
            kinds += [(12, .refresh(page: page)), (14, .other(foreign()))]
        }
        if isPushed { kinds.append((16, .push(isKept: level >= .restarts && isDrawn(15)))) }
        if level >= .losses { kinds.append((2, .signOut)) }
        if level >= .restarts { kinds.append((4, .restart)) }
        let kind = drawn(kinds)
        if case .signOut = kind { begin() }
        if case .act(.put(let id, _, _), _) = kind { ids.append(id) }
        if case .other(.put(let id, _, _)) = kind { ids.append(id) }
        var step = Step(kind)
        switch kind {
        case .act, .deliver, .push, .refresh:
            if level >= .restarts && isDrawn(25) { step.turns = random.number(in: 0...3) }
        case .other, .serve, .signOut, .restart: break
        }
        return step
    }

    private mutating func own() -> Operation { operation(1_000, "n") }

    private mutating func foreign() -> Operation { operation(2_000, "o") }

    /// Each value is used once, so that a shown row usually has one explanation.
    private mutating func operation(_ base: Int, _ mark: String) -> Operation {
        changes += 1
        // A few rows, so that changes meet.
        let id = ids[isDrawn(60) ? 0 : random.number(in: 0...ids.count - 1)]
        var kinds: [(Int, Operation)] = [(50, .set(id, value: base + changes))]
        kinds.append((15, .delete(isDrawn(50) ? id : ids[ids.count - 1])))
        added += 1
        let new = "\(World.user(users - 1))\(mark)\(added)"
        kinds.append((15, .put(new, value: base + changes, place: 3 + changes)))
        if level >= .counters { kinds.append((30, .add(id, random.number(in: 1...9)))) }
        if level >= .restarts { kinds.append((15, .move(id, place: 10 + changes))) }
        return drawn(kinds)
    }

    private mutating func treatment() -> Step.Treatment {
        let roll = random.number(in: 0...99)
        if level >= .losses && roll < 16 { return roll < 8 ? .lose : .drop }
        return roll < 60 ? .ok : roll < 80 ? .adjust : .refuse
    }

    /// One of these, with the probability of its weight.
    private mutating func drawn<Kind>(_ kinds: [(weight: Int, kind: Kind)]) -> Kind {
        var rest = random.number(in: 0...kinds.reduce(0) { $0 + $1.weight } - 1)
        var index = 0
        while rest >= kinds[index].weight {
            rest -= kinds[index].weight
            index += 1
        }
        return kinds[index].kind
    }

    private mutating func isDrawn(_ percent: Int) -> Bool { random.number(in: 0...99) < percent }
}

/// Random numbers that one seed decides, the same in every process (SplitMix64). The histories of the tables are made of them.
private struct SeededRandom: RandomNumberGenerator {
    private var counter: UInt64

    init(seed: UInt64) { counter = seed }

    mutating func next() -> UInt64 {
        counter &+= 0x9E37_79B9_7F4A_7C15
        var mixed = counter
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }
}
