/// What the user, the network and other devices do. It names no request, so it plays on every client, and so does any part.
package struct History: Hashable, Sendable {
    /// Whether the changes of other devices are pushed.
    package var isPushed = true
    /// Whether the server gets this client's changes in the order in which they were sent.
    package var isInOrder = true
    /// Whether the client's own changes are pushed to it too.
    package var hasEcho = false
    package var steps: [Step] = []

    package init(steps: [Step] = []) { self.steps = steps }
}

/// One line of a history.
package struct Step: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case act(Operation, isPlain: Bool)
        case other(Operation)
        /// The next push arrives. What is kept arrives once more.
        case push(isKept: Bool)
        /// The server treats the n-th request under way, modulo their number.
        case serve(Int, Treatment)
        /// The n-th answer under way arrives. What is kept arrives once more.
        case deliver(Int, isKept: Bool)
        case refresh(page: Int?)
        case signOut
        case restart
    }

    package enum Treatment: String, Hashable, Sendable, CaseIterable {
        /// Does it as asked, or with a value of its own.
        case ok, adjust
        case refuse
        /// Does it and loses the answer; loses the request.
        case lose, drop
    }

    package var kind: Kind
    /// How many pieces of work the client does before the next step; nil: all.
    package var turns: Int?

    package init(_ kind: Kind, turns: Int? = nil) {
        self.kind = kind
        self.turns = turns
    }
}
