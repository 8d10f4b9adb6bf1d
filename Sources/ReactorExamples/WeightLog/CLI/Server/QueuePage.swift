#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import ReactorOffline
import ReactorServices
import Terminal

/// What waits for the server and what it refused, to read or for other programs.
struct QueuePage {
    let queued: [QueuedChange<WeightPush>]
    let refused: [DeadLetter<WeightPush>]

    var text: String {
        guard !queued.isEmpty || !refused.isEmpty else { return "Nothing waits for a server.\n" }
        var text = ""
        for change in queued { text += "\(change.number)  queued   \(change.change.phrase)\n" }
        for letter in refused {
            text += "\(letter.queued.number)  refused  \(letter.change.phrase)\n"
            text += "   \(letter.refusal.reason.escaped())\n"
            text += "   'weightlog retry \(letter.queued.number)' sends it again, "
            text += "'weightlog drop \(letter.queued.number)' gives it up\n"
        }
        return text
    }

    /// - Throws: what the encoder throws.
    var json: String {
        get throws {
            let rows = queued.map { Row($0, refusal: nil) } + refused.map { Row($0.queued, refusal: $0.refusal) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
        }
    }

    private struct Row: Encodable {
        let id: Int
        let state: String
        let action: String
        let key: String
        let number: Int
        let date: String
        let grams: Int
        let status: Int?
        let reason: String?

        init(_ change: QueuedChange<WeightPush>, refusal: ChangeRefusal?) {
            let push = change.change
            id = change.number
            state = refusal == nil ? "queued" : "refused"
            action = push.action.rawValue
            key = push.key
            number = push.record.id
            date = push.record.reading.day.description
            grams = push.record.reading.weight.grams
            status = refusal?.status
            reason = refusal?.reason
        }
    }
}

extension WeightPush {
    /// What was done, as a person says it.
    var phrase: String {
        let what = "number \(record.id), \(record.reading.weight) on \(record.reading.day)"
        return switch action {
        case .put: "log \(what)"
        case .change: "edit \(what)"
        case .delete: "delete \(what)"
        }
    }
}

extension ChangeRefusal {
    /// What the server said.
    var reason: String {
        let said = [status.map(String.init), code].compactMap { $0 }.joined(separator: ", ")
        return [said, message ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
