/// A server and the network in front of it: it does what the steps of a history say, and nothing else.
package struct World: Sendable {
    private struct UnderWay: Sendable {
        /// The place of its user among those who signed in.
        var user: Int
        var request: Request
        /// Nobody waits for the answer: the app was killed, or does not want it any more.
        var isOrphan = false
    }

    /// One for each user who has signed in, the newest last.
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

    /// The server of the user who is signed in.
    package var server: Server { servers[current] }

    package var user: String { server.user }

    private var current: Int { servers.count - 1 }

    /// Whether nothing is on its way in any direction.
    package var isQuiet: Bool { underWay.isEmpty && answers.isEmpty && pushes.isEmpty }

    // MARK: What a client does

    package mutating func take(_ reply: Reply) {
        for request in reply.send { underWay.append(UnderWay(user: current, request: request)) }
        for name in reply.cancel {
            answers.removeAll { $0.answer.request == name }
            // A change that was sent may be done all the same; a read that nobody waits for matters to no one.
            for index in underWay.indices.reversed() where underWay[index].request.name == name {
                if underWay[index].request.isRead {
                    underWay.remove(at: index)
                } else {
                    underWay[index].isOrphan = true
                }
            }
        }
    }

    // MARK: What happens

    package mutating func change(_ operation: Operation) -> Bool {
        guard servers[current].change(operation) else { return false }
        if isPushed { pushes.append(server.known(operation.id)) }
        return true
    }

    /// Treats a request under way. Who gets the changes in order gets the oldest one instead of a later one.
    ///
    /// - Returns: the request, for who tells of it; nil where none is under way.
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

    /// Takes an answer under way; one that is kept stays under way.
    ///
    /// - Returns: the answer, and whether it is one to the user who is signed in.
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

    /// Another user signs in, who has rows of their own. Pushes to the one before come to nobody.
    package mutating func signOut() {
        servers.append(Server(user: Self.user(servers.count)))
        pushes = []
    }

    /// The process ends and begins anew. What was sent stays on its way; no answer and no push finds it any more.
    package mutating func restart() {
        for index in underWay.indices { underWay[index].isOrphan = true }
        underWay.removeAll(where: \.request.isRead)
        answers = []
        pushes = []
    }
}

extension Int {
    /// Never negative, whatever a file says.
    func modulo(_ count: Int) -> Int { (self % count + count) % count }
}
