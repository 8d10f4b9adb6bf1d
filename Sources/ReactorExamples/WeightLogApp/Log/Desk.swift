import ExampleWeightLogCore
import Reactor
import ReactorOffline

/// The state that all windows share, except the weights. The weights are in a second core, with the state, the events and
/// the commands of the `weightlog` program. Each window has a ``LogScreen``.
package struct Desk: State, Equatable {
    package internal(set) var environment: ServerEnvironment.Name
    /// Whether the log of the environment is open, and has a server.
    package internal(set) var isOpen = false
    package internal(set) var hasServer = false
    package internal(set) var isOnline = true
    /// The numbers of changes that are not sent, and of changes that the server refused.
    package internal(set) var unsent = 0
    package internal(set) var refused = 0
    /// Whether the last change was a deletion, which a bar offers to undo.
    package internal(set) var offersUndo = false
    package internal(set) var problem: UserFacingError<Work>?
    /// The last note of the journal.
    package internal(set) var note: String?

    package static let environment = Control(\Desk.environment) { ChooseEnvironment(name: $0) }
    package static let alertsProblem = Control(\Desk.alertsProblem) { $0 ? nil : ProblemRead() }

    package init(environment: ServerEnvironment.Name) { self.environment = environment }

    package mutating func react(to event: any Event) {
        switch event {
        case let event as EnvironmentChosen: environment = event.name
        case is Reset<ServerEnvironment>:
            // The connection is the same.
            let isOnline = isOnline
            self = Desk(environment: environment)
            self.isOnline = isOnline
        case let event as LogOpened: (isOpen, hasServer) = (true, event.hasServer)
        case let event as ConnectionChanged: isOnline = event.isOnline
        case let event as Work where event.changesLog: offersUndo = false
        case let event as WorkDone: done(event)
        case let event as Counted: count(event)
        case let event as UserFacingError<Work>: problem = event
        case is ProblemRead: problem = nil
        case let event as Noted: note = event.text
        default: break
        }
    }

    private mutating func done(_ event: WorkDone) {
        if problem?.retry == event.work { problem = nil }
        switch event.work {
        case .delete: offersUndo = true
        case .save, .step: offersUndo = false
        default: break
        }
        count(event.counted)
    }

    private mutating func count(_ event: Counted) {
        if event.refused > refused {
            problem = UserFacingError(ServerError.refused(event.refused), retry: .retryRefused)
        }
        (unsent, refused) = (event.unsent, event.refused)
    }
}

// Values for the views.
extension Desk {
    /// Whether an alert shows the problem. Without a log, the list shows it.
    package nonisolated var alertsProblem: Bool { problem != nil && isOpen }

    /// The banner above the list.
    package nonisolated var banner: UserMessage? {
        switch (hasServer, isOnline, unsent) {
        case (false, _, _), (true, true, 0): nil
        case (true, false, 0): UserMessage("banner.offline")
        case (true, false, let count): UserMessage("banner.waiting", [.count(count)])
        case (true, true, let count): UserMessage("banner.unsent", [.count(count)])
        }
    }
}

/// Closes the log, and opens that of another environment.
package struct ChooseEnvironment: Command {
    let name: ServerEnvironment.Name

    package func execute(state: Desk, core: Core<Desk>) async throws { core.choose(environment: name) }
}

package struct LogOpened: Event { let hasServer: Bool }

package struct ConnectionChanged: Event {
    let isOnline: Bool
    package init(isOnline: Bool) { self.isOnline = isOnline }
}

package struct ProblemRead: Event { package init() {} }

/// A note of the journal, for example about a change that was rolled back at the start.
package struct Noted: Event { let text: String }
