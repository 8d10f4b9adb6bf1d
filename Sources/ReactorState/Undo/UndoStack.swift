/// Steps, the newest on top, of which the oldest can be dropped.
///
/// - Complexity: every operation is O(1), amortised.
struct UndoStack<Document: Sendable>: Sendable {
    /// A step with the document on its other side: before it where the step is done, after it where it is undone.
    struct Step: Sendable {
        let id: UndoStepID
        let document: Document
    }

    /// The steps, oldest first, behind the empty slots of dropped ones.
    private var slots: [Step?] = []
    private var head = 0

    var count: Int { slots.count - head }
    var isEmpty: Bool { slots.count == head }
    var last: Step? { slots.last ?? nil }

    mutating func append(id: UndoStepID, _ document: Document) {
        slots.append(Step(id: id, document: document))
    }

    /// Takes the newest off. Not to be called when there is none.
    mutating func removeLast() {
        slots.removeLast()
        if isEmpty { removeAll() }
    }

    /// Drops the oldest until there are no more than so many.
    mutating func keepLast(_ limit: Int) {
        let surplus = count - limit
        guard surplus > 0 else { return }
        for slot in head..<head + surplus { slots[slot] = nil }
        head += surplus
        // The steps that stay move only after as many were removed.
        guard head > count else { return }
        slots.removeFirst(head)
        head = 0
    }

    mutating func removeAll() {
        slots = []
        head = 0
    }
}

extension UndoStack.Step: Equatable where Document: Equatable {}
extension UndoStack.Step: Encodable where Document: Encodable {}
extension UndoStack.Step: Decodable where Document: Decodable {}

extension UndoStack: Equatable where Document: Equatable {
    /// Whether the steps are equal. The empty slots are no part of it.
    static func == (left: UndoStack, right: UndoStack) -> Bool {
        left.slots[left.head...] == right.slots[right.head...]
    }
}

extension UndoStack: Encodable where Document: Encodable {
    func encode(to encoder: any Encoder) throws {
        try slots[head...].compactMap(\.self).encode(to: encoder)
    }
}

extension UndoStack: Decodable where Document: Decodable {
    init(from decoder: any Decoder) throws {
        slots = try [Step](from: decoder)
    }
}
