/// A command-line program, declared: its name, what it understands, and what each verb does.
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
    /// Options that every verb understands.
    package var options: [Option]
    package var verbs: [Verb]
    /// What is done when no verb is named; a program that does one thing declares it as its only verb.
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

    /// The verbs of two words that begin with this one.
    func verbs(in group: String) -> [Verb] {
        verbs.filter { $0.name.hasPrefix("\(group) ") }
    }
}

/// One thing that a program does: `weightlog add`.
///
/// A name of two words, `journal check`, is one of a group: both are written, and the first alone lists the group.
package struct Verb: Sendable {
    package var name: String
    package var summary: String
    /// More to know, below the options in the help of this verb.
    package var discussion: String
    package var positionals: [Positional]
    package var options: [Option]
    /// Does it. What it throws becomes the message on standard error and the exit code. Ctrl-C cancels the task that
    /// it runs in.
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

/// Something that may be said to a program with two dashes. Declared once, and read by its declaration.
///
/// ```swift
/// let data = Option.value("data", "DIR", "where the log is kept")
/// let directory = arguments[data] ?? "."
/// ```
package struct Option: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// `--json`: there or not.
        case flag
        /// `--data DIR` or `--data=DIR`, at most once.
        case value(placeholder: String)
        /// Like `value`, as often as one likes.
        case repeated(placeholder: String)

        /// Whether a command line is read in the same way with either. Verbs may call the value what they like.
        func isRead(as other: Kind) -> Bool {
            switch (self, other) {
            case (.flag, .flag), (.value, .value), (.repeated, .repeated): true
            default: false
            }
        }
    }

    /// As it is written, dashes included.
    package var name: String
    package var kind: Kind
    package var summary: String

    package static func flag(_ name: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .flag, summary: summary)
    }

    package static func value(_ name: String, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .value(placeholder: placeholder), summary: summary)
    }

    /// An option of one letter, with one dash.
    package static func short(_ letter: Character, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "-\(letter)", kind: .value(placeholder: placeholder), summary: summary)
    }

    package static func repeated(_ name: String, _ placeholder: String, _ summary: String) -> Option {
        Option(name: "--\(name)", kind: .repeated(placeholder: placeholder), summary: summary)
    }

    /// Options are one when they have one name: verbs may say in their own words what it means to them.
    package static func == (left: Option, right: Option) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// What stands behind the name: nil for a flag.
    package var placeholder: String? {
        switch kind {
        case .flag: nil
        case .value(let placeholder), .repeated(let placeholder): placeholder
        }
    }
}

/// An argument known by its place. Declared once, and read by its declaration.
package struct Positional: Sendable, Hashable {
    package enum Presence: Sendable, Hashable {
        case required
        case optional
        /// Any number, none included; only the last positional of a verb can be this.
        case repeated
        /// Whatever follows the verb, options too, as another program reads it; the only positional of its verb.
        case rest
    }

    /// As it stands in the help: `FILE`.
    package var name: String
    package var presence: Presence
    package var summary: String

    package init(_ name: String, _ summary: String, _ presence: Presence = .required) {
        self.name = name
        self.presence = presence
        self.summary = summary
    }
}

/// What a running verb has of the world: what was said to it, and where it may write.
package struct Console: Sendable {
    package var arguments: Arguments
    /// Standard output: what was asked for, and nothing else.
    package var output: Output
    /// Standard error: messages and progress.
    package var errors: Output
    private let changed: Locked<Bool>

    package init(arguments: Arguments, output: Output, errors: Output, changed: Locked<Bool> = Locked(false)) {
        self.arguments = arguments
        self.output = output
        self.errors = errors
        self.changed = changed
    }

    /// Notes that the work is done and cannot be undone by the program. From then on, output that cannot be written fails nothing:
    /// a script that took the exit code for a failure would do the work again.
    package func markChanged() { changed.withLock { $0 = true } }

    /// A progress line on standard error.
    package func progress() -> ProgressLine {
        ProgressLine(on: errors)
    }
}
