/// The actions of the user, the network and other devices. A history does not name requests, so it plays on every client, and
/// so does any part of it.
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
        /// The next push arrives. A stored push arrives again.
        case push(isKept: Bool)
        /// The server processes the n-th pending request, modulo their number.
        case serve(Int, Treatment)
        /// The n-th pending response arrives. A stored response arrives again.
        case deliver(Int, isKept: Bool)
        case refresh(page: Int?)
        case signOut
        case restart
    }

    package enum Treatment: String, Hashable, Sendable, CaseIterable {
        /// Applies it as requested, or with the server's own value.
        case ok, adjust
        case refuse
        /// Applies it and loses the response; loses the request.
        case lose, drop
    }

    package var kind: Kind
    /// The number of steps of work that the client does before the next step; nil: all.
    package var turns: Int?

    package init(_ kind: Kind, turns: Int? = nil) {
        self.kind = kind
        self.turns = turns
    }
}
