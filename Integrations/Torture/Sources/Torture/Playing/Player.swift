/// The place at which a history broke a rule.
package struct Failure: Error, Hashable, Sendable {
    package var violation: Violation
    /// The step after which it was seen, from 1; 0: at the beginning; nil: after all steps, when the rest arrived.
    package var step: Int?

    package var rule: Rule { violation.rule }
}

/// One thing that happened while a history was played.
package struct Moment: Hashable, Sendable {
    /// The number of the step, from 1; 0 at the beginning, nil after the last.
    package var step: Int?
    package var happened: String
    package var reply: Reply
    /// The rows that the client shows are not checked: it was stopped in the middle of its work.
    package var isPartial: Bool
}

/// Plays one history on one client, which starts from scratch, and passes each reply to the checker.
package struct Player {
    private let client: any Client
    private let history: History
    private var world: World
    private var checker: Checker
    private var shown: [Row] = []
    private var changes = 0
    /// The step that is played, from 1; 0 at the beginning, nil after the last.
    private var step: Int? = 0
    /// The client was stopped while it processed the last message.
    private var isStopped = false
    private let keepsMoments: Bool
    package private(set) var moments: [Moment] = []

    /// The maximum number of messages after the last step. A client that needs more is considered endless.
    private static let patience = 1_000

    private init(_ history: History, on client: any Client, keepingMoments: Bool) {
        self.client = client
        self.history = history
        world = World(history)
        checker = Checker(world.server)
        keepsMoments = keepingMoments
    }

    /// The result of a history.
    package struct Outcome: Sendable {
        package var failure: Failure?
        /// The messages, line by line, if requested.
        package var moments: [Moment] = []
    }

    /// Plays a history to its end, or to the first rule that is broken.
    ///
    /// - Throws: ``TortureError`` when the client cannot be judged; `CancellationError`.
    package static func play(_ history: History, on client: any Client, keepingMoments: Bool = false) throws -> Outcome
    {
        var player = Player(history, on: client, keepingMoments: keepingMoments)
        do {
            try player.play()
            return Outcome(moments: player.moments)
        } catch let failure as Failure {
            return Outcome(failure: failure, moments: player.moments)
        }
    }

    private mutating func play() throws {
        let rows = world.server.listing(page: nil).rows
        try tell(.start(user: world.user, rows: rows, version: 0), "the app begins")
        for (index, step) in history.steps.enumerated() {
            self.step = index + 1
            try perform(step)
        }
        step = nil
        try bringToRest()
        if isStopped {
            // It has a response that it has not processed: a new request may be the result of it. It finishes first.
            try tell(.refresh(page: nil), "a refresh, and what was left to do")
            try bringToRest()
        }
        try tell(.refresh(page: nil), "one more refresh")
        try bringToRest()
        if let violation = checker.judgeEnd(shown, by: world.server) { throw Failure(violation: violation) }
    }

    private mutating func perform(_ step: Step) throws {
        switch step.kind {
        case .act(let operation, let isPlain):
            // The user can change only visible rows; a step on another row does nothing.
            let row = shown.first { $0.id == operation.id }
            let isNew = if case .put = operation { true } else { false }
            guard operation.id.hasPrefix(world.user), isNew == (row == nil), operation.applied(to: row) != row else {
                return
            }
            changes += 1
            let name = "m\(changes)"
            checker.acts(name, operation, isPlain: isPlain)
            try tell(
                .act(request: name, operation, isPlain: isPlain),
                "the user: \(operation)\(isPlain ? ", a plain save" : "") (\(name))", step.turns)
        case .other(let operation):
            guard operation.id.hasPrefix(world.user), world.change(operation) else { return }
            note("another device: \(operation)")
        case .push(let isKept):
            guard let known = world.push(isKept: isKept) else { return }
            checker.hears(known, from: world.server)
            try tell(.push(known), "a push arrives: \(known)", step.turns)
        case .serve(let number, let treatment): serve(number, treatment)
        case .deliver(let number, let isKept): try deliver(number, isKept: isKept, step.turns)
        case .refresh(let page):
            try tell(.refresh(page: page), "the user pulls to refresh\(page.map { " page \($0)" } ?? "")", step.turns)
        case .signOut:
            world.signOut()
            checker.signsOut()
            try tell(.reset(user: world.user), "user \(world.user) signs in", step.turns)
        case .restart:
            world.restart()
            try tell(.restart, "the app is killed and started again", step.turns) { $0.restarts(kept: $1.kept) }
        }
    }

    private mutating func serve(_ number: Int, _ treatment: Step.Treatment) {
        guard let request = world.serve(number, treatment) else { return }
        note("the server \(treatment.sentence(for: request))")
    }

    private mutating func deliver(_ number: Int, isKept: Bool, _ turns: Int? = nil) throws {
        guard let (answer, isOwn) = world.answer(number, isKept: isKept) else { return }
        if isOwn { checker.hears(answer, from: world.server) }
        try tell(.answer(answer), "the answer to \(answer.request) arrives: \(answer.content)", turns)
    }

    /// Delivers everything that is in flight, and everything that results from it.
    private mutating func bringToRest() throws {
        for _ in 0..<Self.patience {
            guard !world.isQuiet else { return }
            serve(0, .ok)
            try deliver(0, isKept: false)
            if let known = world.push(isKept: false) {
                checker.hears(known, from: world.server)
                try tell(.push(known), "a push arrives: \(known)")
            }
        }
        throw TortureError.restless(messages: Self.patience, step: step)
    }

    /// Sends the client a message and checks the reply.
    private mutating func tell(
        _ message: Message, _ happened: String, _ turns: Int? = nil,
        learning: (inout Checker, Reply) -> Void = { _, _ in }
    ) throws {
        try Task.checkCancellation()
        let reply: Reply
        do {
            reply = try client.take(message, turns: turns)
        } catch let error as FormatError {
            throw TortureError.client(message: message.json(turns: turns).compact, step: step, reason: error.reason)
        }
        isStopped = turns != nil
        shown = reply.show
        learning(&checker, reply)
        checker.sends(reply.send)
        checker.givesUp(reply.cancel)
        world.take(reply)
        note(happened, reply, isPartial: turns != nil)
        guard turns == nil else { return }
        if let violation = checker.judge(shown, by: world.server, isQuiet: world.isQuiet) {
            throw Failure(violation: violation, step: step)
        }
    }

    private mutating func note(_ happened: @autoclosure () -> String, _ reply: Reply? = nil, isPartial: Bool = false) {
        guard keepsMoments else { return }
        moments.append(
            Moment(
                step: step, happened: happened(), reply: reply ?? Reply(show: shown),
                isPartial: isPartial))
    }
}

extension Step.Treatment {
    fileprivate func sentence(for request: Request) -> String {
        guard case .change = request.kind else { return "answers \(request.name)" }
        return switch self {
        case .ok: "does \(request.name)"
        case .adjust: "does \(request.name) with a value of its own"
        case .refuse: "refuses \(request.name)"
        case .lose: "does \(request.name), and the answer is lost"
        case .drop: "never gets \(request.name)"
        }
    }
}

extension Known: CustomStringConvertible {
    package var description: String {
        row.map { "\($0), version \(version)" } ?? "\(id) is deleted, version \(version)"
    }
}

extension Answer.Content: CustomStringConvertible {
    package var description: String {
        switch self {
        case .done(let known): "\(known)"
        case .refused: "refused"
        case .lost: "lost, the result is unknown"
        case .listing(let listing):
            (listing.page.map { "page \($0): " } ?? "")
                + (listing.rows.isEmpty ? "no rows" : listing.rows.map(\.description).joined(separator: ", "))
                + ", as of \(listing.version)"
        }
    }
}
