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
