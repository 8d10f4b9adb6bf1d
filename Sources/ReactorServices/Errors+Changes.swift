// What the queue of offline changes says.
extension Errors {
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
            "No change \"\(visible(id.rawValue))\" is there to do this with. Only a refused one can be retried or edited, "
                + "and one that was sent cannot be dropped."
        case .sending(let id):
            "A step of the change \"\(visible(id.rawValue))\" is on its way, and may have arrived. Drop it when it has been "
                + "answered, or push another change that takes it back."
        case .journalEnded(let reason):
            "The queue's journal could not be written, so nothing is taken or sent any more: \(reason) Make room, and open "
                + "the queue again; what was acknowledged before is kept."
        case .closed: "The queue was closed. Open it again; what was acknowledged before is kept."
        }
    }

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

    /// Why a step could not be sent, without what nobody knows what it shows.
    static func unsent(_ error: any Error) -> String {
        error is SequenceError ? "\(error)" : "it could not be sent: \(logged(error))"
    }

    /// Why a sequence did not go on with an answer.
    static func unusable(_ error: any Error) -> String {
        error is SequenceError ? "\(error)" : "its answer, or what was stored of it, is of no use: \(logged(error))"
    }
}
