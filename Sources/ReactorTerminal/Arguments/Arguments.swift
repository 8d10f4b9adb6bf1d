/// The parsed arguments, checked against the declaration of the program.
package struct Arguments: Sendable, Equatable {
    private var given: [Option: [String]]
    private var placed: [Positional: [String]]

    package init(options: [Option: [String]] = [:], positionals: [Positional: [String]] = [:]) {
        given = options
        placed = positionals
    }

    /// Whether the arguments contain the option.
    package func has(_ option: Option) -> Bool {
        given[option] != nil
    }

    /// The value of an option, or nil.
    package subscript(_ option: Option) -> String? {
        given[option]?.last
    }

    /// Returns the value of an option, converted to a number or another type.
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

    /// Returns the value of an option as a whole number in a range, or nil without the option.
    ///
    /// - Throws: ``UsageError/invalidValue(_:of:expected:)``.
    package func number(_ option: Option, in range: ClosedRange<Int> = 1 ... .max) throws(UsageError) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let upper = range.upperBound == .max ? "" : " and at most \(range.upperBound.grouped)"
            throw .invalidValue(text, of: option.name, expected: "a whole number, at least \(range.lowerBound)\(upper)")
        }
        return number
    }

    /// Returns the values of a repeated option, in order.
    package func all(_ option: Option) -> [String] {
        given[option] ?? []
    }

    /// The value of an optional positional.
    package subscript(_ positional: Positional) -> String? {
        placed[positional]?.first
    }

    /// Returns the value of a required positional.
    ///
    /// - Throws: ``UsageError/missingPositional(_:)``, which cannot occur after a successful parse.
    package func value(of positional: Positional) throws(UsageError) -> String {
        guard let value = self[positional] else { throw .missingPositional(positional.name) }
        return value
    }

    /// Returns the values of a repeated positional, in order.
    package func all(_ positional: Positional) -> [String] {
        placed[positional] ?? []
    }
}

/// The request of a command line.
package enum Invocation: Sendable {
    /// `--help`, for one subcommand or for the whole program.
    case help(Verb?)
    /// `--help` for the subcommands that begin with one word.
    case groupHelp(String)
    case version
    case run(Verb, Arguments)
}

extension Program {
    /// Parses a command line without the program's name. Options can be before or after the subcommand, `--` ends them, and a
    /// request for help, `--help` or `help VERB`, takes precedence over all mistakes.
    package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var scanner = Scanner(program: self)
        do {
            try scanner.scan(arguments)
        } catch {
            // The words after the mistake were not parsed, and can contain the request for help.
            let beforeEnd = arguments.prefix { $0 != "--" }
            guard beforeEnd.contains("--help") || beforeEnd.contains("-h") else { throw error }
            return help(scanner)
        }
        if scanner.asksForHelp { return help(scanner) }
        if scanner.asksForVersion { return .version }
        if scanner.verb == nil, let group = scanner.group {
            throw .missingVerb(known: verbs(in: group).map(\.name))
        }
        guard let verb = scanner.verb ?? defaultVerb else { throw .missingVerb(known: verbs.map(\.name)) }
        try check(scanner.given, belongTo: verb)
        let positionals = try place(scanner.words, in: verb)
        return .run(verb, Arguments(options: scanner.given, positionals: positionals))
    }

    private func help(_ scanner: Scanner) -> Invocation {
        if scanner.verb == nil, let group = scanner.group { .groupHelp(group) } else { .help(scanner.verb) }
    }

    private func check(_ given: [Option: [String]], belongTo verb: Verb) throws(UsageError) {
        let known = Set((options + verb.options).map(\.name))
        guard let foreign = given.keys.map(\.name).filter({ !known.contains($0) }).min() else { return }
        let owners = verbs.filter { $0.options.contains { $0.name == foreign } }
        throw .foreignOption(foreign, verb: verb.name, owners: owners.map(\.name))
    }

    private func place(_ words: [String], in verb: Verb) throws(UsageError) -> [Positional: [String]] {
        var placed: [Positional: [String]] = [:]
        var rest = words[...]
        for positional in verb.positionals {
            switch positional.presence {
            case .required:
                guard let word = rest.popFirst() else { throw .missingPositional(positional.name) }
                placed[positional] = [word]
            case .optional:
                placed[positional] = rest.popFirst().map { [$0] }
            case .repeated, .rest:
                placed[positional] = Array(rest)
                rest = []
            }
        }
        if let extra = rest.first { throw .unexpectedArgument(extra) }
        return placed
    }
}

/// A parser that sorts words into subcommand, options and positionals. It uses the options of all subcommands, because an option
/// can come before its subcommand.
struct Scanner {
    private let program: Program
    private let options: [String: Option]

    private(set) var verb: Verb?
    /// The first word of a subcommand with two words, until the second word is parsed.
    private(set) var group: String?
    private(set) var given: [Option: [String]] = [:]
    private(set) var words: [String] = []
    private(set) var asksForHelp = false
    private(set) var asksForVersion = false

    init(program: Program) {
        self.program = program
        let all = program.options + program.verbs.flatMap(\.options)
        options = Dictionary(all.map { ($0.name, $0) }) { first, second in
            guard first.kind.isRead(as: second.kind) else {
                fatalError("\(first.name) means two things in \(program.name)")
            }
            return first
        }
    }

    /// Parses the words from left to right. The results before an error stay available.
    mutating func scan(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                for word in rest { try take(word: word) }
                return
            }
            if Self.looksLikeOption(argument) {
                try take(option: argument, rest: &rest)
            } else {
                try take(word: argument)
            }
            if verb?.positionals.first?.presence == .rest {
                words += rest
                return
            }
        }
    }

    private mutating func take(word: String) throws(UsageError) {
        guard verb == nil else {
            words.append(word)
            return
        }
        let name = group.map { "\($0) \(word)" } ?? word
        verb = program.verbs.first { $0.name == name }
        guard verb == nil else { return }
        guard program.verbs(in: name).isEmpty else {
            group = name
            return
        }
        // A new user may type `help`. In a program without subcommands it can be a file.
        if name == "help", program.onlyVerb == nil {
            asksForHelp = true
            return
        }
        if let only = program.onlyVerb {
            verb = only
            words.append(word)
            return
        }
        let known = (group.map(program.verbs(in:)) ?? program.verbs).map(\.name)
        throw .unknownVerb(name, nearest: name.nearest(in: known), known: known)
    }

    private mutating func take(option argument: String, rest: inout ArraySlice<String>) throws(UsageError) {
        if argument == "--help" || argument == "-h" {
            asksForHelp = true
            return
        }
        if argument == "--version" {
            asksForVersion = true
            return
        }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options[name] else {
            throw .unknownOption(name, nearest: name.nearest(in: candidates))
        }
        guard let placeholder = option.placeholder else {
            guard parts.count == 1 else { throw .unexpectedValue(option: name) }
            given[option] = []
            return
        }
        if case .value = option.kind, given[option] != nil { throw .repeatedOption(name) }
        if parts.count == 2 {
            given[option, default: []].append(String(parts[1]))
        } else if let next = rest.first, !Self.looksLikeOption(next), next != "--" {
            given[option, default: []].append(rest.removeFirst())
        } else {
            throw .missingValue(option: name, placeholder: placeholder)
        }
    }

    /// The candidates for an unknown option: if the subcommand is known, only its own options.
    private var candidates: [String] {
        let declared = verb.map { program.options + $0.options } ?? program.options + program.verbs.flatMap(\.options)
        return declared.map(\.name) + ["--help", "--version"]
    }

    /// `-` is standard input and `-5` is a number. Other words that begin with a dash are options.
    private static func looksLikeOption(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument != "-" && argument != "--" && Double(argument) == nil
    }
}
