/// A server and the network in front of it: it follows the steps of the history, and does nothing else.
package struct World: Sendable {
    private struct UnderWay: Sendable {
        /// The index of its user among the users that signed in.
        var user: Int
        var request: Request
        /// No client waits for the response: the app was killed, or has canceled the request.
        var isOrphan = false
    }

    /// One server for each user that has signed in, the newest last.
    private var servers: [Server]
    private let isPushed: Bool
    private let isInOrder: Bool
    private let hasEcho: Bool
    private var underWay: [UnderWay] = []
    private var answers: [(user: Int, answer: Answer)] = []
    private var pushes: [Known] = []

    /// The users of a history in the order in which they sign in: a, b, c.
    package static func user(_ number: Int) -> String {
        String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number % 26)))
            + (number < 26 ? "" : String(repeating: "_", count: number / 26))
    }

    package init(_ history: History) {
        servers = [Server(user: Self.user(0))]
        isPushed = history.isPushed
        isInOrder = history.isInOrder
        hasEcho = history.hasEcho
    }

    /// The server of the user that is signed in.
    package var server: Server { servers[current] }

    package var user: String { server.user }

    private var current: Int { servers.count - 1 }

    /// Whether nothing is in flight in any direction.
    package var isQuiet: Bool { underWay.isEmpty && answers.isEmpty && pushes.isEmpty }

    // MARK: Actions of a client

    package mutating func take(_ reply: Reply) {
        for request in reply.send { underWay.append(UnderWay(user: current, request: request)) }
        for name in reply.cancel {
            answers.removeAll { $0.answer.request == name }
            // A change that was sent may still be applied; a read without a waiting client has no effect.
            for index in underWay.indices.reversed() where underWay[index].request.name == name {
                if underWay[index].request.isRead {
                    underWay.remove(at: index)
                } else {
                    underWay[index].isOrphan = true
                }
            }
        }
    }

    // MARK: Events of a history

    package mutating func change(_ operation: Operation) -> Bool {
        guard servers[current].change(operation) else { return false }
        if isPushed { pushes.append(server.known(operation.id)) }
        return true
    }

    /// Processes a pending request. If changes are processed in order, the oldest one replaces a later one.
    ///
    /// - Returns: The request, for the log; nil if none is pending.
    package mutating func serve(_ number: Int, _ treatment: Step.Treatment) -> Request? {
        guard !underWay.isEmpty else { return nil }
        var index = number.modulo(underWay.count)
        if isInOrder, case .change = underWay[index].request.kind {
            index = underWay.firstIndex { if case .change = $0.request.kind { true } else { false } } ?? index
        }
        let one = underWay.remove(at: index)
        let content: Answer.Content
        switch one.request.kind {
        case .fetch(let page): content = .listing(servers[one.user].listing(page: page))
        case .row(let id): content = .done(servers[one.user].known(id))
        case .change(let operation):
            if treatment == .drop {
                content = .lost
                break
            }
            let before = servers[one.user].version
            let known = servers[one.user].treat(one.request.name, operation, treatment)
            let isEchoed = hasEcho && isPushed && one.user == current && server.version > before
            if isEchoed, let known { pushes.append(known) }
            content = treatment == .lose ? .lost : known.map { .done($0) } ?? .refused
        }
        if !one.isOrphan { answers.append((one.user, Answer(request: one.request.name, content))) }
        return one.request
    }

    /// Delivers a pending response; a stored response stays pending.
    ///
    /// - Returns: The response, and whether it is for the user that is signed in.
    package mutating func answer(_ number: Int, isKept: Bool) -> (answer: Answer, isOwn: Bool)? {
        guard !answers.isEmpty else { return nil }
        let index = number.modulo(answers.count)
        let one = isKept ? answers[index] : answers.remove(at: index)
        return (one.answer, one.user == current)
    }

    package mutating func push(isKept: Bool) -> Known? {
        guard let push = pushes.first else { return nil }
        if !isKept { pushes.removeFirst() }
        return push
    }

    /// Another user signs in, with separate rows. Pushes to the previous user are not delivered.
    package mutating func signOut() {
        servers.append(Server(user: Self.user(servers.count)))
        pushes = []
    }

    /// The process ends and starts from scratch. Sent requests stay in flight; no response and no push reaches it any more.
    package mutating func restart() {
        for index in underWay.indices { underWay[index].isOrphan = true }
        underWay.removeAll(where: \.request.isRead)
        answers = []
        pushes = []
    }
}

extension Int {
    /// Never negative, whatever number a file contains.
    func modulo(_ count: Int) -> Int { (self % count + count) % count }
}
