/// Why a ``Past`` does not do what a person asked of it.
///
/// Its description says what was asked, and what to ask instead.
public struct PastError: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
        /// A deed that is not there was named.
        case unknown(number: UInt64)
        /// What a deed changed was changed again, or put back, since.
        case nothingLeft(number: UInt64)
        /// It was undone, and not done again.
        case undone(number: UInt64)
        /// What was to be a number is none, or missing.
        case noNumber(String)
        /// What was to be a moment is none.
        case noMoment(String)
        /// More was said than the verb takes.
        case unexpected(String, verb: String)
    }

    package let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    /// Whether what was typed makes no sense, so that a program answers it as any such: by the exit code 2, say.
    public var isMistyped: Bool {
        switch problem {
        case .unknown, .nothingLeft, .undone: false
        case .noNumber, .noMoment, .unexpected: true
        }
    }
}

extension PastError: CustomStringConvertible {
    public var description: String { TerminalText.escaped(Errors.past(self)) }
}
