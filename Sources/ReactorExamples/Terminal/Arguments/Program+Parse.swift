/// What a command line asks for.
package enum Invocation: Sendable {
    /// `--help`, for one verb or for the whole program.
    case help(Verb?)
    /// `--help` for the verbs that begin with one word.
    case groupHelp(String)
    case version
    case run(Verb, Arguments)
}

extension Program {
    /// Reads a command line, the program's name left out. Options stand before or after the verb, `--` ends them,
    /// and a request for help wins over every mistake beside it.
    package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var scanner = Scanner(program: self)
        do {
            try scanner.scan(arguments)
        } catch {
            // What stands behind the mistake was not read yet, and may be the request for help.
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
            case .repeated:
                placed[positional] = Array(rest)
                rest = []
            }
        }
        if let extra = rest.first { throw .unexpectedArgument(extra) }
        return placed
    }
}
