import ExampleTorture
import ReactorTerminal

/// What the verbs have in common of options.
enum Choice {
    static let level = Option.repeated("level", "N", "only this level, 1 to \(Level.allCases.count); may be repeated")
    static let seed = Option.value("seed", "N", "one history of the level, instead of many")
    static let name = Option.repeated("recipe", "NAME", "only this one of 'torture clients'; may be repeated")

    /// The suite plays the seeds from 0 on, so that these are new to every recipe.
    static let firstSeed: UInt64 = 1_000_000

    static func levels(_ console: Console) throws(UsageError) -> [Level] {
        var levels: [Level] = []
        for text in console.arguments.all(level) {
            guard let level = Int(text).flatMap({ Level(rawValue: $0) }) else {
                throw .invalidValue(text, of: level.name, expected: "a number from 1 to \(Level.allCases.count)")
            }
            if !levels.contains(level) { levels.append(level) }
        }
        return levels.isEmpty ? Level.allCases : levels.sorted()
    }

    static func number(_ option: Option, _ least: UInt64, _ console: Console) throws(UsageError) -> UInt64? {
        guard let text = console.arguments[option] else { return nil }
        guard let number = UInt64(text), number >= least, number <= 1 << 40 else {
            throw .invalidValue(text, of: option.name, expected: "a whole number, at least \(least)")
        }
        return number
    }

    static func contestant(_ name: String, of argument: String) throws(UsageError) -> Contestant {
        guard let contestant = Contestant.all.first(where: { $0.name == name }) else {
            throw .invalidValue(
                name, of: argument, expected: "one of \(Contestant.all.map(\.name).joined(separator: ", "))")
        }
        return contestant
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }

    func aligned(to width: Int) -> String { String(repeating: " ", count: Swift.max(1, width - count)) + self }
}
