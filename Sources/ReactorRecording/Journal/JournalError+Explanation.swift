public import Reactor

extension JournalError: ExplainedError {
    public var explanation: UserMessage {
        switch kind {
        case .locked: UserMessage("recording.inUse", recovery: "recovery.closeOther")
        case .newer: UserMessage("recording.newer", recovery: "recovery.update")
        case .storage, .ended: UserMessage("recording.notKept", recovery: "recovery.room")
        case .damaged, .crashesOpening: UserMessage("recording.unreadable", recovery: "recovery.report")
        case .notJournal, .unsuitable: .unexpected
        }
    }
}
