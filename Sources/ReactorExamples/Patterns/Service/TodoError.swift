import Reactor

/// What the app itself finds wrong.
package enum TodoError: ExplainedError, Equatable {
    /// A todo of this title is there already.
    case titleTaken(String)
    /// A link that leads nowhere.
    case unknownLink(String)

    package var explanation: UserMessage {
        switch self {
        case .titleTaken(let title): UserMessage("todo.titleTaken", [.text(title)], recovery: "todo.otherTitle")
        case .unknownLink(let link): UserMessage("link.unknown", [.text(link)])
        }
    }
}
