import Reactor
import ReactorOffline
import ReactorServices

/// A change of one weight to push to the server.
///
/// The device that logs a weight creates its key once, before the first request. The server recognizes a repeated
/// request by the key.
package struct WeightPush: OfflineChange, Hashable {
    package enum Action: String, Codable, Sendable {
        case put, change, delete
    }

    package let action: Action
    package let key: String
    package let record: WeightRecord

    /// Returns the pushes of a change, one for each weight. A record without a key exists only in this log, and is not
    /// pushed.
    package static func pushes(of change: Change) -> [WeightPush] {
        let (action, records): (Action, [WeightRecord]) =
            switch change {
            case .add(let records): (.put, records)
            case .update(let record): (.change, [record])
            case .delete(let record): (.delete, [record])
            }
        return records.compactMap { record in
            record.key.map { WeightPush(action: action, key: $0, record: record) }
        }
    }

    /// The change in the form of the log.
    var change: Change {
        switch action {
        case .put: .add([record])
        case .change: .update(record)
        case .delete: .delete(record)
        }
    }

    /// The lane of the weight. Each change waits for the earlier changes of that weight.
    package var lane: LaneName { LaneName(rawValue: key) }
    package var requests: any RequestSequence { WeightPushSequence(push: self) }
    package var predicted: [any Event] { [ChangePredicted(change: change)] }
    package var entities: [any Hashable & Sendable] { [record.id] }

    package func resolution(answers: [Exchange]) -> Resolution {
        .commit(with: [ChangeConfirmed(saved: change, version: answers.last?.headers.weightsVersion)])
    }

    package func events(refused refusal: ChangeRefusal) -> [any Event] {
        let rolledBack = ChangeRolledBack(change: change, reason: refusal.message ?? "\(refusal)")
        // A weight from before the log had a server is not a prediction, so the rollback does not remove it. Version 0
        // is below every version of the server.
        return action == .put ? [rolledBack, ChangeConfirmed(saved: .delete(record), version: 0)] : [rolledBack]
    }
}

/// The request of a push, and the check of its response.
struct WeightPushSequence: RequestSequence {
    let push: WeightPush

    func nextRequest(previous: Exchange?) throws -> RequestDescription? {
        if let previous {
            try check(previous)
            return nil
        }
        let (method, body): (HTTPMethod, RequestDescription.Body) =
            switch push.action {
            case .put: (.put, try .json(SentWeight(push.record.reading, source: "manual")))
            case .change: (.patch, try .json(SentWeight(push.record.reading, source: nil)))
            case .delete: (.delete, .none)
            }
        return RequestDescription(
            operation: "weights", step: push.action.rawValue, model: push.key, method: method,
            target: .path("weights/\(try PathComponent(push.key))"), body: body,
            // If the weight does not exist, an earlier request has deleted it, and the deletion is complete.
            accepting: push.action == .delete ? [404, 410] : [])
    }
}

extension WeightPushSequence {
    /// Throws an error if the response does not confirm the change. A captive portal sends responses, too.
    private func check(_ answer: Exchange) throws {
        if push.action == .delete {
            guard answer.body.isEmpty || answer.isJSON else { throw answer.unusable("it is a page, and no answer") }
        } else {
            let weight = try answer.decoded(as: AnsweredWeight.self)
            let reading = push.record.reading
            guard weight.id == push.key, weight.day == reading.day.description, weight.grams == reading.weight.grams
            else { throw answer.unusable("it is not the weight that was sent") }
        }
    }
}

extension HeaderFields {
    /// The version of the weights in the response, or nil if the server has no versions.
    var weightsVersion: Int? { self["Weights-Version"].flatMap { Int($0) } }
}

extension Exchange {
    fileprivate var isJSON: Bool {
        guard let type = headers["Content-Type"].flatMap({ MediaType($0) }) else { return false }
        return type == .json || type.syntax == .json
    }

    fileprivate func unusable(_ reason: String) -> SequenceError {
        .unusableAnswer(step: request.step, reason: reason)
    }
}

/// A weight in a response of the server.
private struct AnsweredWeight: Decodable {
    let id: String
    let day: String
    let grams: Int
}

/// A weight in a request to the server.
private struct SentWeight: Encodable {
    let day: String
    let grams: Int
    let source: String?

    init(_ reading: Reading, source: String?) {
        day = reading.day.description
        grams = reading.weight.grams
        self.source = source
    }
}
