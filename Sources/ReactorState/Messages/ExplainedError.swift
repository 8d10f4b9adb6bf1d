/// An error that knows what the user is to read about it.
///
/// The library's errors that a user may meet are explained; an app explains its own. Of any other the user reads
/// ``UserMessage/unexpected``, and never what it says of itself.
///
/// ```swift
/// enum ImportError: ExplainedError {
///     case tooManyRows(Int)
///
///     var explanation: UserMessage {
///         switch self {
///         case .tooManyRows(let count): UserMessage("import.tooManyRows", [.count(count)], recovery: "import.split")
///         }
///     }
/// }
/// ```
public protocol ExplainedError: Error {
    /// What the user reads about it.
    var explanation: UserMessage { get }
}
