/// A mistake in a command line.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The words of a command line: options, flags, and the other words in their order.
struct Words {
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    private(set) var rest: [String] = []

    /// - Parameters:
    ///   - options: the options that take a value, such as `--level`.
    ///   - flags: the options that do not.
    init(_ words: some Sequence<String>, options: Set<String>, flags: Set<String>) throws(UsageError) {
        var words = words.makeIterator()
        while let word = words.next() {
            if options.contains(word) {
                guard let value = words.next() else { throw UsageError("\(word) needs a value") }
                values[word, default: []].append(value)
            } else if flags.contains(word) {
                self.flags.insert(word)
            } else if word.hasPrefix("-"), word != "-" {
                throw UsageError("unknown option \(word)")
            } else {
                rest.append(word)
            }
        }
    }

    func has(_ option: String) -> Bool { flags.contains(option) || values[option] != nil }

    func all(_ option: String) -> [String] { values[option] ?? [] }

    func number(_ option: String, atLeast least: UInt64) throws(UsageError) -> UInt64? {
        guard let text = all(option).last else { return nil }
        guard let number = UInt64(text), number >= least, number <= 1 << 40 else {
            throw UsageError("'\(text)' does not fit \(option); it must be a whole number, at least \(least)")
        }
        return number
    }
}
