import Torture

/// The reference client with a fault, or an unusual behavior, planted before or after it.
final class Twisted: Client {
    private let reference = ReferenceClient()
    private let hears: (Message) -> [Message]
    private let says: (Message, inout Reply) -> Void

    init(
        says: @escaping (Message, inout Reply) -> Void = { _, _ in }, hears: @escaping (Message) -> [Message] = { [$0] }
    ) {
        self.hears = hears
        self.says = says
    }

    func take(_ message: Message, turns: Int?) -> Reply {
        var reply = reference.take(.push(Known(id: "", row: nil, version: -1, applied: [])), turns: nil)
        for heard in hears(message) {
            let next = reference.take(heard, turns: turns)
            reply = Reply(
                show: next.show, send: reply.send + next.send, cancel: reply.cancel + next.cancel,
                kept: reply.kept + next.kept)
        }
        says(message, &reply)
        return reply
    }
}

extension Reply {
    /// Shows another value of a row.
    mutating func show(_ id: String, _ value: Int) {
        show = show.map { $0.id == id ? Row(id: id, value: value, place: $0.place) : $0 }
    }
}

extension Message {
    var request: String? { if case .answer(let answer) = self { answer.request } else { nil } }
}
