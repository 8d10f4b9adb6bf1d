/// One thing that a program does: `textedit replay`.
///
/// A name of two words, `journal verify`, is one of a group: both are written, and the first alone tells of the group.
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
