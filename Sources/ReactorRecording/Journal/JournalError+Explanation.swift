public import Reactor

extension JournalError: ExplainedError {
    public var explanation: UserMessage {
        switch self {
        case .locked: UserMessage("recording.inUse", recovery: "recovery.closeOther")
        case .newerFormat: UserMessage("recording.newer", recovery: "recovery.update")
        case .system, .ended: UserMessage("recording.notKept", recovery: "recovery.room")
        case .damaged, .missingSegment, .lostSegment:
            UserMessage("recording.unreadable", recovery: "recovery.report")
        case .otherApp, .redacted, .notRedacted, .notJournal, .notEmpty, .closed, .alreadyOpened: .unexpected
        }
    }

    /// The English of every key that this module uses.
    public static let english = Errors.userTexts
}
