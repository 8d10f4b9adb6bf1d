/// The decisions of a run: its seed, and the parts of it that are used.
///
/// A complete run has only a seed. Shrinking leaves out steps of the body, faults of services, and turns that were not in the
/// order of waiting. The script lists the remaining ones, for example `17 steps=2,4 faults=weights.add#1 turns=`.
package struct SimulationScript: Sendable, Hashable {
    /// The seed of all random numbers.
    let seed: UInt64
    /// The steps that are performed, counted from 1, or nil for all.
    var steps: Set<Int>?
    /// The calls of services that can have faults, or nil for all.
    var faults: Set<String>?
    /// The number of an alternative order. Shrinking tries a few, because leaving a step out changes which events overlap.
    var order = 0
    /// The turns that the seed decides, or nil for all. At other turns the oldest entry runs, without a delay.
    var turns: Set<Int>?

    /// The values that replace drawn values, by name.
    var values: [String: Int] = [:]

    /// Creates the complete run of a seed.
    init(seed: UInt64) { self.seed = seed }

    /// Parses a script that a failure has printed, or returns nil.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let first = words.first, let seed = UInt64(first) else { return nil }
        self.init(seed: seed)
        for word in words.dropFirst() {
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            let kept = halves[1].split(separator: ",").map(String.init)
            let numbers = Set(kept.compactMap { Int($0) })
            switch halves[0] {
            case "steps" where numbers.count == kept.count: steps = numbers
            case "faults": faults = Set(kept)
            case "turns" where numbers.count == kept.count: turns = numbers
            case "values":
                for value in kept {
                    guard let colon = value.lastIndex(of: ":"), let number = Int(value[value.index(after: colon)...])
                    else { return nil }
                    values[String(value[..<colon])] = number
                }
            case "order":
                guard let number = Int(halves[1]) else { return nil }
                order = number
            default: return nil
            }
        }
    }

    func keepsStep(_ number: Int) -> Bool { steps?.contains(number) ?? true }
    func keepsFault(_ call: String) -> Bool { faults?.contains(call) ?? true }
    func keepsTurn(_ number: Int) -> Bool { turns?.contains(number) ?? true }
}

extension SimulationScript: CustomStringConvertible {
    /// The script in the format of `SIM_SEED`.
    package var description: String {
        var words = ["\(seed)"]
        if let steps { words.append("steps=\(steps.sorted().map(String.init).joined(separator: ","))") }
        if let faults { words.append("faults=\(faults.sorted().joined(separator: ","))") }
        if !values.isEmpty {
            let written = values.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
            words.append("values=\(written.joined(separator: ","))")
        }
        if order != 0 { words.append("order=\(order)") }
        if let turns { words.append("turns=\(turns.sorted().map(String.init).joined(separator: ","))") }
        return words.joined(separator: " ")
    }
}
