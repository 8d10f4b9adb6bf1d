/// What a running verb has of the world: what was said to it, and where it may write.
package struct Console: Sendable {
    package var arguments: Arguments
    /// Standard output: what was asked for, and nothing else.
    package var output: Output
    /// Standard error: messages and progress.
    package var errors: Output

    package init(arguments: Arguments, output: Output, errors: Output) {
        self.arguments = arguments
        self.output = output
        self.errors = errors
    }

    /// A progress line on standard error.
    package func progress() -> ProgressLine {
        ProgressLine(on: errors)
    }
}
