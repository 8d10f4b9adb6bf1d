import ExampleWeightLogCore
import Reactor
import ReactorFoundation
import ReactorRecording
import ReactorServices

nonisolated extension UserMessage {
    /// The text of the message, with its arguments: from the string catalog of the app, or in English without a catalog.
    package var text: String {
        #if canImport(Darwin)
            let format = NSLocalizedString(key, comment: "")
            if format != key { return String(format: format, locale: .current, arguments: arguments.map(\.value)) }
        #endif
        return inEnglish
    }

    private var inEnglish: String {
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

    /// The keys of all messages, and their English texts.
    package static var keys: [String] { texts.keys.filter { !$0.hasSuffix(".one") } }

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

#if canImport(Darwin)
    nonisolated extension UserMessage.Argument {
        fileprivate var value: any CVarArg {
            switch self {
            case .text(let text): text
            case .count(let count): count
            case .quantity(let quantity): quantity
            }
        }
    }
#endif

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
