import Reactor

extension Document: UndoableDocument {
    /// A step is a copy of the text that shares all but two kilobytes with the next, so many can be kept.
    static var undoLimit: Int { 1_000 }
}
