/// What decides a run: its seed, and what of that is left out.
///
/// A whole run has a seed alone. Shrinking leaves out steps of the body, faults of services, and turns at which somebody
/// else than the one who waited longest went on; what is kept is listed.
///
/// ```swift
/// let script = SimulationScript("17 steps=2,4 faults=weights.add#1 turns=")
/// ```
public struct SimulationScript: Sendable, Hashable {
    /// What everything is drawn from.
    let seed: UInt64
    /// The steps that are performed, numbered from 1; nil is all of them.
    var steps: Set<Int>?
    /// The calls of services that may have a fault; nil is all of them.
    var faults: Set<String>?
    /// Another order for the same seed: shrinking tries a few, since leaving a step out changes what meets.
    var order = 0
    /// The turns that the seed decides. At the others goes on who waited longest, and nobody is held up. Nil is all.
    var turns: Set<Int>?

    /// What drawn values are instead of what the seed draws, by their names.
    var values: [String: Int] = [:]

    /// The whole run of a seed.
    init(seed: UInt64) { self.seed = seed }

    /// Reads what a failure printed, nil if it is no script.
    public init?(_ text: String) {
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
    /// The script as `SIM_SEED` takes it.
    public var description: String {
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
