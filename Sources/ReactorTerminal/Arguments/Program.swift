/// The declaration of a command-line program: its name, its options, and its subcommands.
///
/// ```swift
/// @main
/// enum Greeter {
///     static let name = Positional("NAME", "whom to greet")
///
///     static func main() async {
///         await Program("greet", version: "1.0", "Says hello.", verbs: [
///             Verb("hello", "greets one person", positionals: [name]) { console in
///                 try console.output.line("Hello \(try console.arguments.value(of: name))!")
///             }
///         ]).main()
///     }
/// }
/// ```
package struct Program: Sendable {
    package var name: String
    package var version: String
    package var summary: String
    /// The options of every subcommand.
    package var options: [Option]
    package var verbs: [Verb]
    /// The subcommand without a name. A program with a single function declares it as its only subcommand.
    package var defaultVerb: Verb?

    package init(
        _ name: String, version: String, _ summary: String, options: [Option] = [], verbs: [Verb],
        defaultVerb: Verb? = nil
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.options = options
        self.verbs = verbs
        self.defaultVerb = defaultVerb
    }

    /// Returns the subcommands of two words that begin with this one.
    func verbs(in group: String) -> [Verb] {
        verbs.filter { $0.name.hasPrefix("\(group) ") }
    }
}

/// A subcommand of a program: `weightlog add`.
///
/// A name of two words, such as `journal check`, belongs to a group. The first word alone lists the group.
package struct Verb: Sendable {
    package var name: String
    package var summary: String
    /// A longer description, below the options in the help.
    package var discussion: String
    package var positionals: [Positional]
    package var options: [Option]
    /// The function of the subcommand. An error that it throws becomes the message on standard error and the exit code. Ctrl-C
    /// cancels its task.
    package var run: @Sendable (Console) async throws -> Void

    package init(
        _ name: String,
        _ summary: String,
        discussion: String = "",
        positionals: [Positional] = [],
        options: [Option] = [],
        run: @escaping @Sendable (Console) async throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.positionals = positionals
        self.options = options
        self.run = run
    }
}

/// An option of a program. Its declaration is also the key for reading it.
///
/// ```swift
/// let data = Option.value("data", "DIR", "where the log is kept")
/// let directory = arguments[data] ?? "."
/// ```
package struct Option: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// `--json`, without a value.
        case flag
        /// `--data DIR` or `--data=DIR`, at most once.
        case value(placeholder: String)
        /// Like `value`, any number of times.
        case repeated(placeholder: String)

        /// Whether both kinds are parsed in the same way. Subcommands can use different placeholders.
        func isRead(as other: Kind) -> Bool {
            switch (self, other) {
            case (.flag, .flag), (.value, .value), (.repeated, .repeated): true
            default: false
            }
        }
    }

    /// The name with its dashes.
    package var name: String
    package var kind: Kind
    package var summary: String

    package static func flag(_ name: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .flag, summary: summary)
    }

    package static func value(_ name: String, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .value(placeholder: placeholder), summary: summary)
    }

    /// Returns an option of one letter, with one dash.
    package static func short(_ letter: Character, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "-\(letter)", kind: .value(placeholder: placeholder), summary: summary)
    }

    package static func repeated(_ name: String, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .repeated(placeholder: placeholder), summary: summary)
    }

    /// Options with the same name are equal, because subcommands can describe them differently.
    package static func == (left: Option, right: Option) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The placeholder of the value, or nil for a flag.
    package var placeholder: String? {
        switch kind {
        case .flag: nil
        case .value(let placeholder), .repeated(let placeholder): placeholder
        }
    }
}

/// A positional argument. Its declaration is also the key for reading it.
package struct Positional: Sendable, Hashable {
    package enum Presence: Sendable, Hashable {
        case required
        case optional
        /// Any number, also zero. Only the last positional of a subcommand can be repeated.
        case repeated
        /// All words after the subcommand, with options, for another program. It must be the only positional.
        case rest
    }

    /// The name in the help: `FILE`.
    package var name: String
    package var presence: Presence
    package var summary: String

    package init(_ name: String, _ summary: String, _ presence: Presence = .required) {
        self.name = name
        self.presence = presence
        self.summary = summary
    }
}

/// The environment of a running subcommand: its arguments and streams.
package struct Console: Sendable {
    package var arguments: Arguments
    /// Standard output, for results only.
    package var output: Output
    /// Standard error, for messages and progress.
    package var errors: Output
    private let changed: Locked<Bool>

    package init(arguments: Arguments, output: Output, errors: Output, changed: Locked<Bool> = Locked(false)) {
        self.arguments = arguments
        self.output = output
        self.errors = errors
        self.changed = changed
    }

    /// Notes that the work is done and cannot be undone. After that, an output that cannot be written does not change the exit
    /// code, because a script would repeat the work after a failure.
    package func markChanged() { changed.withLock { $0 = true } }

    /// Returns a progress line on standard error.
    package func progress() -> ProgressLine {
        ProgressLine(on: errors)
    }
}
