import ReactorState
import ReactorUndo

struct Typed: Event, Codable { var text: String }
struct Erased: Event { var count: Int }
struct CursorMoved: Event { var place: Int }
struct Unrelated: Event {}

/// Every change is a step.
struct Plain: State, UndoableDocument, Codable {
    static let undoLimit = 5
    var text = ""

    mutating func react(to event: any Event) {
        switch event {
        case let event as Typed: text += event.text
        case let event as Erased: text.removeLast(min(event.count, text.count))
        case is Reset<Plain>: self = Plain()
        default: break
        }
    }
}

/// Words are steps; moving the cursor is not a step.
struct Prose: State, UndoableDocument, Codable {
    static func undoGrouping(of event: any Event, from before: Prose, to after: Prose) -> UndoGrouping {
        switch event {
        case is CursorMoved: .noStep
        case is Typed: .joins("word \(before.text.count { $0 == " " })")
        default: .newStep
        }
    }

    static let undoLimit = 8
    var text = ""
    var cursor = 0

    mutating func react(to event: any Event) {
        switch event {
        // A backspace is typed, too.
        case let event as Typed where event.text == "<": text.removeLast(min(1, text.count))
        case let event as Typed: text += event.text
        case let event as Erased: text.removeLast(min(event.count, text.count))
        case let event as CursorMoved: cursor = event.place
        default: break
        }
    }
}

extension Undoable where Document: State {
    /// Presses undo, as a user does: for the top step.
    mutating func pressUndo() {
        if let event = undoEvent { react(to: event) }
    }

    mutating func pressRedo() {
        if let event = redoEvent { react(to: event) }
    }
}

/// A document with one page: each change replaces it by another page.
struct Album: UndoableDocument {
    static let undoLimit = 3
    var page = Page()

    final class Page: Equatable, Sendable {
        static func == (left: Page, right: Page) -> Bool { left === right }
    }
}
