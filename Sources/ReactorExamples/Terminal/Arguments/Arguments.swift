/// What the user said, checked against what the program declares.
package struct Arguments: Sendable, Equatable {
    private var given: [Option: [String]]
    private var placed: [Positional: [String]]

    package init(options: [Option: [String]] = [:], positionals: [Positional: [String]] = [:]) {
        given = options
        placed = positionals
    }

    /// Whether the option was given at all.
    package func has(_ option: Option) -> Bool {
        given[option] != nil
    }

    /// The value of an option that was given.
    package subscript(_ option: Option) -> String? {
        given[option]?.last
    }

    /// The value of an option, read as a number or whatever else a text can be turned into.
    ///
    /// - Throws: ``UsageError/invalidValue(_:of:expected:)``.
    package func value<Value: LosslessStringConvertible>(
        of option: Option, as type: Value.Type, expected: String
    ) throws(UsageError) -> Value? {
        guard let text = self[option] else { return nil }
        guard let value = Value(text) else {
            throw .invalidValue(text, of: option.name, expected: expected)
        }
        return value
    }

    /// The values of a repeated option, in the order they were given.
    package func all(_ option: Option) -> [String] {
        given[option] ?? []
    }

    /// The value of an optional positional.
    package subscript(_ positional: Positional) -> String? {
        placed[positional]?.first
    }

    /// The value of a required positional.
    ///
    /// - Throws: ``UsageError/missingPositional(_:)``, which a parsed command line has already been checked for.
    package func value(of positional: Positional) throws(UsageError) -> String {
        guard let value = self[positional] else { throw .missingPositional(positional.name) }
        return value
    }

    /// The values of a repeated positional, in order.
    package func all(_ positional: Positional) -> [String] {
        placed[positional] ?? []
    }
}
