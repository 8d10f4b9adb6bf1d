import ReactorTerminal

/// The options and arguments of the subcommands, each declared once.
enum Declared {
    static let demoUser = Option.flag(
        "demo-user", "use an example log in memory; no file is read or written")
    static let day = Option.value("on", "DATE", "the day, as 2026-01-02")
    static let columns = Option.repeated(
        "column", "ROLE=NAME", "the name of the column with the date or the weight, such as weight=Gross")
    static let json = Option.flag("json", "print JSON for other programs")
    static let last = Option.value("last", "N", "the number of newest entries")
    static let seed = Option.value("seed", "N", "the seed of the demo (default: 1)")

    static let recordTo = Option.value(
        "record", "DIR", "record the demo into an empty or new folder")
    static let failures = Option.value("failures", "N%", "the share of refused changes (default: 40%)")

    static let server = Option.value("server", "URL", "the server of this log; needed once")
    static let tokenFile = Option.value(
        "token-file", "FILE", "the file with the server's token; - is standard input")
    static let serverOptions = [server, tokenFile]
    static let refused = Positional("ID", "the number from 'weightlog queue', or 'all'")

    static let weight = Positional("WEIGHT", "a number such as 81.4")
    static let newWeight = Positional("WEIGHT", "the new weight", .optional)
    static let record = Positional("ID", "the number from 'weightlog list'")
    static let file = Positional("FILE", "a file of weights; - reads standard input")
}

extension Arguments {
    /// Returns the column names of the arguments, by role.
    func columns() throws(UsageError) -> [WeightTable.Role: String] {
        var columns: [WeightTable.Role: String] = [:]
        for text in all(Declared.columns) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let role = WeightTable.Role(rawValue: parts[0].lowercased()) else {
                throw .invalidValue(text, of: Declared.columns.name, expected: "date=NAME or weight=NAME")
            }
            columns[role] = parts[1]
        }
        return columns
    }

    /// Returns the day of the option `--on`, or nil.
    func day() throws(ReadingError) -> Day? {
        guard let text = self[Declared.day] else { return nil }
        return try Day(parsing: text)
    }

    /// Returns the percentage of refused changes, or nil.
    func failures() throws(UsageError) -> Int? {
        guard let text = self[Declared.failures] else { return nil }
        guard let percent = Int(text.hasSuffix("%") ? text.dropLast() : text[...]), (0...100).contains(percent) else {
            throw .invalidValue(text, of: Declared.failures.name, expected: "0% to 100%")
        }
        return percent
    }
}

extension DataFolder {
    /// Returns the folder that the arguments and the environment name, or nil for the example log.
    static func ofLog(named arguments: Arguments) throws -> DataFolder? {
        guard arguments.has(Declared.demoUser) else { return try named(by: arguments) }
        if arguments.has(option) {
            throw UsageError.conflict(Declared.demoUser.name, option.name, reason: "the example log is in no folder")
        }
        return nil
    }
}
