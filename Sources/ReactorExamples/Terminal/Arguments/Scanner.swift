/// Sorts the words of a command line into verb, options and the rest. Knows the options of every verb, because an
/// option may stand before the verb that it belongs to.
struct Scanner {
    private let program: Program
    private let options: [String: Option]

    private(set) var verb: Verb?
    /// The first word of verbs that have two, when the second has not come yet.
    private(set) var group: String?
    private(set) var given: [Option: [String]] = [:]
    private(set) var words: [String] = []
    private(set) var asksForHelp = false
    private(set) var asksForVersion = false

    init(program: Program) {
        self.program = program
        let all = program.options + program.verbs.flatMap(\.options)
        options = Dictionary(all.map { ($0.name, $0) }) { first, second in
            guard first.kind == second.kind else { fatalError("\(first.name) means two things in \(program.name)") }
            return first
        }
    }

    /// Goes over the words from left to right. What was understood before an error stays readable.
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

    /// What an unknown option may have meant: once the verb is known, only what that verb understands.
    private var candidates: [String] {
        let declared = verb.map { program.options + $0.options } ?? program.options + program.verbs.flatMap(\.options)
        return declared.map(\.name) + ["--help", "--version"]
    }

    /// `-` is standard input and `-5` is a number; everything else with a dash in front is an option.
    private static func looksLikeOption(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument != "-" && argument != "--" && Double(argument) == nil
    }
}
