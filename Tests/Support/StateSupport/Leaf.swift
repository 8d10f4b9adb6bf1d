import ReactorState

/// A child state with a member that a control may set.
struct Leaf: AssignableState, Identifiable, Equatable {
    var id: Int
    var color = "green"
    var note = ""

    static let note = Assignable("leaf.note", \Leaf.note)
    static let assignables = Assignables(note)

    /// A placeholder for a leaf that no longer exists.
    static let gone = Leaf(id: -1, color: "none", note: "gone")

    mutating func react(to event: any Event) {
        if assign(event) { return }
        if let event = event as? LeafPainted { color = event.color }
    }
}

struct LeafPainted: Event {
    var id: Int
    var color: String
}
