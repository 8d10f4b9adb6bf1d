import ExampleWeightLogCore
import Reactor
import ReactorRecording
import ReactorServices

/// The English texts of the app. Your app has a string catalog instead.
nonisolated extension UserMessage {
    /// The text of the problem, with its arguments.
    package var text: String {
        let isOne = arguments.contains(.count(1))
        var text = (isOne ? Self.texts[key + ".one"] : nil) ?? Self.texts[key] ?? key
        for (index, argument) in arguments.enumerated() {
            let value =
                switch argument {
                case .text(let text): text
                case .count(let count): "\(count)"
                case .quantity(let quantity): "\(quantity)"
                }
            text = text.replacing("{\(index + 1)}", with: value)
        }
        return text
    }

    /// The text of the recovery, or nil.
    package var advice: String? { recovery.map { UserMessage($0).text } }

    private static let texts = UserMessage.english.merging(
        [
            "banner.offline": "No connection",
            "banner.unsent": "{1} changes are not sent. Pull down to send them.",
            "banner.unsent.one": "1 change is not sent. Pull down to send it.",
            "banner.waiting": "No connection. {1} changes are sent later.",
            "banner.waiting.one": "No connection. 1 change is sent later.",
            "changes.refused": "The server refused {1} changes.",
            "changes.refused.one": "The server refused a change.",
            "recovery.decide": "Send or discard refused changes in the settings.",
            "weight.removed": "This weight is no longer in the log.",
        ]) { _, own in own }
}

extension ServerError: ExplainedError {
    package var explanation: UserMessage {
        switch self {
        case .refused(let count): UserMessage("changes.refused", [.count(count)], recovery: "recovery.decide")
        case .unauthorized: UserMessage("service.signedOut", recovery: "recovery.signIn")
        case .remaining: UserMessage("service.unavailable", recovery: "recovery.later")
        default: .unexpected
        }
    }
}

extension StoreError: ExplainedError {
    package var explanation: UserMessage {
        switch self {
        case .busyFolder: UserMessage("recording.inUse", recovery: "recovery.closeOther")
        case .notKept: UserMessage("recording.notKept", recovery: "recovery.room")
        case .journal(let error): error.explanation
        case .replay(let error):
            error.journal?.explanation ?? UserMessage("recording.unreadable", recovery: "recovery.report")
        case .recordedBefore: .unexpected
        }
    }
}

extension ExampleWeightLogCore.ServiceError: ExplainedError {
    package var explanation: UserMessage {
        switch self {
        case .noSuchRecord, .numberTaken: UserMessage("weight.removed")
        case .refused: UserMessage("service.failed", recovery: "recovery.later")
        }
    }
}
