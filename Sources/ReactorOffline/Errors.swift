import ReactorServices

/// The error messages of this module. Each names the fault, its place and the fix.
enum Errors {
    // MARK: Changes

    static func changeQueue(_ error: ChangeQueueError) -> String {
        switch error {
        case .duplicateID(let id):
            "The queue has a change \"\(visible(id.rawValue))\" already. Give each change an id of its own."
        case .unusableID(let id):
            "\"\(visible(id.rawValue))\" cannot be the id of a change: it is sent in a header field. Use letters, digits "
                + "and signs of ASCII, without blanks and slashes, at least one."
        case .unkeepable(let id, let reason):
            "The change \"\(visible(id.rawValue))\" cannot be kept, and was not taken: \(reason)"
        case .unknownChange(let id):
            "The queue has no change \"\(visible(id.rawValue))\" to do this with. Only a refused one can be retried or edited, "
                + "and one that was sent cannot be dropped."
        case .sending(let id):
            "A step of the change \"\(visible(id.rawValue))\" is on its way, and may have arrived. Drop it when it has been "
                + "answered, or push another change that undoes it."
        case .journalEnded(let reason):
            "The queue's journal could not be written, so nothing is taken or sent any more: \(reason) Make room, and open "
                + "the queue again; what was acknowledged before is kept."
        case .otherAccount(let kept, let given):
            "The journal keeps changes of the account \"\(visible(kept))\", and the queue was opened for "
                + "\(given.map { "\"\(visible($0))\"" } ?? "no account"). Give each account a folder of its own, or sign "
                + "\"\(visible(kept))\" out with .drop."
        case .closed: "The queue was closed. Open it again; what was acknowledged before is kept."
        }
    }

    /// `ChangeRefusal`, kept with a dead letter: the service refused a step, or a step could not be sent.
    static func refusal(_ refusal: ChangeRefusal) -> String {
        var text = refusal.step.map { "The step \"\(visible($0))\" was refused" } ?? "The change was refused"
        let said = [refusal.status.map(String.init), refusal.code.map { "code \"\(visible($0))\"" }].compactMap { $0 }
        if !said.isEmpty { text += " (\(said.joined(separator: ", ")))" }
        text += refusal.message.map { ": \(visible($0))" } ?? ""
        if !text.hasSuffix(".") { text += "." }
        return text + " Edit the change, retry it, or drop it."
    }

    /// Why an entry is not written.
    static func tooLong(bytes: Int, limit: Int) -> String {
        "it has \(bytes) bytes, and \(limit) are the journal's limit. Keep large data in a file, and its path in the change."
    }

    /// Why a step could not be sent. An error of unknown origin is named by its type alone: its text may show a secret.
    static func unsent(_ error: any Error) -> String {
        error is SequenceError ? "\(error)" : "it could not be sent: \(logged(error))"
    }

    /// Why a change has no request: `OfflineChange.requests`, or its first step, threw. The app's own error is shown, since it
    /// was thrown before a credential or an answer was there.
    static func undescribed(_ error: any Error) -> String {
        var reason = "\(error)"
        if case EncodingError.invalidValue(_, let context) = error {
            reason = ([context.codingPath.map(\.stringValue).joined(separator: ".")] + [context.debugDescription])
                .filter { !$0.isEmpty }.joined(separator: ": ")
        }
        return "its requests could not be described: \(reason)"
    }

    /// Why a sequence did not go on with an answer.
    static func unusable(_ error: any Error) -> String {
        error is SequenceError ? "\(error)" : "its answer, or what was stored of it, is of no use: \(logged(error))"
    }
}

// MARK: As the services say it

extension Errors {
    static func visible(_ text: String) -> String { ReactorServices.Errors.visible(text) }
    private static func logged(_ error: any Error) -> String { ReactorServices.Errors.logged(error) }
    static func service(_ error: ServiceError) -> String { ReactorServices.Errors.service(error) }
}
