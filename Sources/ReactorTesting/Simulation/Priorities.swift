/// Who goes before whom, as Burckhardt, Kothari, Musuvathi and Nagarakatte have it ("A randomized scheduler with probabilistic
/// guarantees of finding bugs", 2010): everybody has a priority, and at a few turns somebody loses it.
struct Priorities {
    private let random: SeededRandom
    /// The turns at which whoever was to go on comes last from then on.
    private let changes: [Int]
    private var ranks: [String: UInt64] = [:]
    /// How many have lost theirs: each comes after those before it.
    private var lowered: UInt64 = 0

    init(_ random: SeededRandom, changes: Int, turns: Int) {
        self.random = random
        var drawn = random.split(named: "changes")
        self.changes = (0..<max(changes, 0)).map { _ in 1 + drawn.below(max(turns, 1)) }
    }

    /// The index of whoever goes on at a turn: of several of one name, the first.
    mutating func choose(_ names: [String], at turn: Int) -> Int {
        for _ in changes where changes.contains(turn) {
            guard lowered < changes.count, changes.count(where: { $0 <= turn }) > lowered else { break }
            ranks[names[highest(names)]] = UInt64(changes.count) - lowered
            lowered += 1
        }
        return highest(names)
    }

    /// The index of the highest: of equals, the first.
    mutating func highest(_ names: [String]) -> Int {
        var best = 0
        for index in names.indices.dropFirst() where rank(of: names[index]) > rank(of: names[best]) { best = index }
        return best
    }

    /// Drawn by the name, so that leaving somebody out changes nothing for the others. Those who keep theirs come before all
    /// that have lost it.
    private mutating func rank(of name: String) -> UInt64 {
        // Not a task but what brings one back, as `Task.yield()` has it.
        if name == Turns.nobody { return .max }
        if let rank = ranks[name] { return rank }
        let rank = random.split(named: name).first | 1 << 63
        ranks[name] = rank
        return rank
    }
}
