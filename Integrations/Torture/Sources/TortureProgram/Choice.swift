import Torture

/// Options that several subcommands have.
extension Words {
    /// The suite plays the seeds from 0 on, so that these are new to every recipe.
    static let firstSeed: UInt64 = 1_000_000

    func levels() throws(UsageError) -> [Level] {
        var levels: [Level] = []
        for text in all("--level") {
            guard let level = Int(text).flatMap({ Level(rawValue: $0) }) else {
                throw UsageError(
                    "'\(text)' does not fit --level; it must be a number from 1 to \(Level.allCases.count)")
            }
            if !levels.contains(level) { levels.append(level) }
        }
        return levels.isEmpty ? Level.allCases : levels.sorted()
    }

    /// - Parameter names: The options that must not be used.
    func refuse(_ names: [String], besides other: String) throws(UsageError) {
        for name in names where has(name) {
            throw UsageError("\(name) and \(other) exclude each other: a single history is played, or many of them")
        }
    }
}

extension Contestant {
    static func named(_ name: String, in argument: String) throws(UsageError) -> Contestant {
        guard let contestant = all.first(where: { $0.name == name }) else {
            throw UsageError(
                "'\(name)' does not fit \(argument); it must be one of \(all.map(\.name).joined(separator: ", "))")
        }
        return contestant
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }

    func aligned(to width: Int) -> String { String(repeating: " ", count: Swift.max(1, width - count)) + self }
}
