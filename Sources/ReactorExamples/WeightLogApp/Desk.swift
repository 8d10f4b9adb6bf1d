import ExampleWeightLogCore
import Reactor
import ReactorOffline

/// The screens of the app: everything except the weights. The weights are in a second core, with the state, the events and
/// the commands of the `weightlog` program.
package struct Desk: AssignableState, Equatable {
    package internal(set) var environment: ServerEnvironment.Name
    /// Whether the log of the environment is open, and has a server.
    package internal(set) var isOpen = false
    package internal(set) var hasServer = false
    package internal(set) var isOnline = true
    package internal(set) var search = ""
    package internal(set) var sheet: Sheet?
    /// The fields of the form.
    package internal(set) var weight = ""
    package internal(set) var day = Day(ordinal: 0)
    /// The numbers of changes that are not sent, and of changes that the server refused.
    package internal(set) var unsent = 0
    package internal(set) var refused = 0
    /// Whether the last change was a deletion, which a bar offers to undo.
    package internal(set) var offersUndo = false
    package internal(set) var problem: UserFacingError<Work>?
    /// The last note of the journal.
    package internal(set) var note: String?

    package static let search = Assignable("desk.search", \Desk.search)
    package static let weight = Assignable("desk.weight", \Desk.weight) { String($0.prefix(12)) }
    package static let day = Assignable("desk.day", \Desk.day)
    package static let assignables = Assignables(search, weight, day)

    package init(environment: ServerEnvironment.Name) { self.environment = environment }

    package mutating func react(to event: any Event) {
        if assign(event) { return }
        switch event {
        case let event as EnvironmentChosen: environment = event.name
        case is Reset<ServerEnvironment>:
            // The settings stay open, and the connection is the same.
            let (isOnline, sheet) = (isOnline, sheet == .settings ? sheet : nil)
            self = Desk(environment: environment)
            (self.isOnline, self.sheet) = (isOnline, sheet)
        case let event as LogOpened: (isOpen, hasServer) = (true, event.hasServer)
        case let event as ConnectionChanged: isOnline = event.isOnline
        case let event as SheetChanged: show(event.sheet)
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

    private mutating func show(_ sheet: Sheet?) {
        self.sheet = sheet
        switch sheet {
        case .log(let today): (weight, day) = ("", today)
        case .edit(let record): (weight, day) = (record.reading.weight.text, record.reading.day)
        case .settings, nil: break
        }
    }
}

// Values for the views.
extension Desk {
    /// The reading in the form, or the reason why it has none.
    package nonisolated var reading: Result<Reading, ReadingError> {
        Result { () throws(ReadingError) in
            // The journal refuses other years when it is opened again.
            guard Day.acceptedYears.contains(day.components.year) else { throw .yearOutOfRange("\(day)") }
            return Reading(day: day, weight: try Weight(parsing: weight))
        }
    }

    /// The work that saves the form, or nil if there is nothing to save.
    package nonisolated var saving: Work? {
        guard let reading = try? reading.get() else { return nil }
        switch sheet {
        case .log: return .save(reading, of: nil)
        case .edit(let record): return record.reading == reading ? nil : .save(reading, of: record.id)
        case .settings, nil: return nil
        }
    }

    /// The message below the field. An empty field has none.
    package nonisolated var hint: String? {
        guard !weight.isEmpty, case .failure(let error) = reading else { return nil }
        return "\(error)"
    }

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

/// A sheet over the list.
package nonisolated enum Sheet: Hashable, Sendable, Identifiable {
    case log(today: Day)
    case edit(WeightRecord)
    case settings

    package var id: Self { self }
}

package struct LogOpened: Event { let hasServer: Bool }

package struct ConnectionChanged: Event {
    let isOnline: Bool
    package init(isOnline: Bool) { self.isOnline = isOnline }
}

package struct SheetChanged: Event {
    let sheet: Sheet?
    package init(_ sheet: Sheet?) { self.sheet = sheet }
}

package struct ProblemRead: Event { package init() {} }

/// A note of the journal, for example about a change that was rolled back at the start.
package struct Noted: Event { let text: String }
