/// How a program ended, as the shell sees it.
package enum ExitCode: Int32, Sendable {
    /// Everything that was asked for was done.
    case ok = 0
    /// It could not be done, or a check did not hold.
    case failed = 1
    /// The arguments were not understood; nothing was done.
    case usage = 2
    /// Ctrl-C ended it.
    case interrupted = 130
    /// Another process asked it to end, with SIGTERM.
    case terminated = 143
}
