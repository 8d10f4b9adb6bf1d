public import Reactor

extension JournalError: ExplainedError {
    public var explanation: UserMessage {
        switch self {
        case .locked, .lockedHere: UserMessage("recording.inUse", recovery: "recovery.closeOther")
        case .newerFormat, .newerStep: UserMessage("recording.newer", recovery: "recovery.update")
        case .system, .ended, .removed, .occupied: UserMessage("recording.notKept", recovery: "recovery.room")
        case .damaged, .missingSegment, .lostSegment, .strayedSegment, .olderSegment, .crashesOpening:
            UserMessage("recording.unreadable", recovery: "recovery.report")
        case .otherApp, .redacted, .notRedacted, .notJournal, .notEmpty, .closed, .alreadyOpened: .unexpected
        }
    }
}
