import Reactor

/// The form for a new todo.
package struct TodoForm: AssignableState, Codable, Equatable {
    package internal(set) var title = ""
    package internal(set) var note = ""
    /// Whether the user has tried to save. Missing fields are not marked before.
    package internal(set) var isSubmitted = false
    package internal(set) var isSaving = false

    package static let title = Assignable("form.title", \TodoForm.title)
    package static let note = Assignable("form.note", \TodoForm.note)
    package static let assignables = Assignables(title, note)

    package enum Field: Hashable, CaseIterable, Sendable { case title, note }

    package static let longestTitle = 40
    package static let longestNote = 200

    package init() {}

    /// Returns the fault of a field, whether or not it is shown yet.
    package func fault(in field: Field) -> UserMessage? {
        switch field {
        case .title where title.allSatisfy(\.isWhitespace): UserMessage("form.titleMissing")
        case .title where title.count > Self.longestTitle:
            UserMessage("form.titleTooLong", [.count(Self.longestTitle)])
        case .note where note.count > Self.longestNote: UserMessage("form.noteTooLong", [.count(Self.longestNote)])
        case .title, .note: nil
        }
    }

    /// Returns the message below a field.
    package func shownFault(in field: Field) -> UserMessage? { isSubmitted ? fault(in: field) : nil }

    package var isValid: Bool { Field.allCases.allSatisfy { fault(in: $0) == nil } }

    package mutating func react(to event: any Event) {
        if isSaving, event is Assign { return }
        if assign(event) { return }
        switch event {
        case is FormSubmitted: (isSubmitted, isSaving) = (true, isValid)
        case is Retry where event.as(Retry.self) == .saving: isSaving = isValid
        case let event as CommandEnded where event.id == Work.save.id: isSaving = false
        case is Reset<TodoForm>: self = TodoForm()
        default: break
        }
    }
}
