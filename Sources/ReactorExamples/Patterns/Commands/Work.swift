import Reactor
import ReactorOffline
import ReactorServices

/// The names of the app's commands: what they are cancelled by, and what is tried again when one fails.
enum Work: String {
    case connect, load, search, save

    init?(_ id: CommandID?) {
        guard let work = id.flatMap({ Work(rawValue: $0.name) }) else { return nil }
        self = work
    }

    var id: CommandID { CommandID(rawValue) }

    var retry: Retry {
        switch self {
        case .connect: .connecting
        case .load: .refreshing
        case .search: .searching
        case .save: .saving
        }
    }

    /// Each ends with its environment, and with its screen.
    var options: CommandOptions {
        switch self {
        case .connect: CommandOptions(id: id, policy: .restart, owner: ServerEnvironment.self)
        case .load: CommandOptions(id: id, owner: ServerEnvironment.self)
        case .search:
            CommandOptions(
                id: id, policy: .restart, owners: [Search.self, ServerEnvironment.self], debounce: .milliseconds(300))
        case .save: CommandOptions(id: id, policy: .drop, owners: [TodoForm.self, ServerEnvironment.self])
        }
    }
}
