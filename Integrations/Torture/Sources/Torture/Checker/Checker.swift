/// Checks the rows that a client shows, each row alone, against the data that the client has received. It does not depend on
/// the implementation of the client.
///
/// A shown row is correct if a version of the row explains it: the version is not older than one that was shown before and not
/// newer than the data received, and the user's own changes are applied on top, in their order. ``Own`` defines which changes
/// may and which must be included.
package struct Checker: Sendable {
    /// A change of the user's own.
    struct Own: Sendable {
        enum Status: Hashable, Sendable {
            /// No response yet.
            case pending
            /// Sent again after its response was lost: it may be shown or not.
            case sentAgain
            case confirmed(at: Int)
            /// Refused at this moment, or its response was lost. It may be shown until a later read has been answered: a client
            /// may read again instead of rolling back.
            case refused(at: Int)
            case lost(at: Int)
        }

        let request: String
        let operation: Operation
        /// A save that need not be shown before it is confirmed.
        let isPlain: Bool
        var status = Status.pending

        var isConfirmed: Bool { if case .confirmed = status { true } else { false } }

        /// Whether it makes this row.
        func adds(_ id: String) -> Bool {
            if case .put(id, _, _) = operation { true } else { false }
        }

        /// Whether it was pending at some time since this moment.
        func crosses(_ moment: Int) -> Bool {
            switch status {
            case .pending, .sentAgain: true
            case .confirmed(let ended), .refused(let ended), .lost(let ended): ended > moment
            }
        }
    }

    private var owns: [Own] = []
    /// For each row the newest version that the client has received, as an index in the row's history.
    private var told: [String: Int] = [:]
    /// For each row the oldest version that explains the last shown value.
    private var floors: [String: Int] = [:]
    /// Counts the messages and requests of the client.
    private var moment = 0
    /// The moments at which pending reads were requested.
    private var fetches: [String: (asked: Int, isWhole: Bool)] = [:]
    /// The moment at which the newest answered read was requested that did not overlap a change of the user: a client may drop
    /// a response that overlapped one, and read again later.
    private var heard = 0
    /// The same, but for responses that arrived while a newer read was in flight: a client may wait for that read instead.
    private var answered = 0
    /// Whether the client has received all rows since it began, or since another user signed in; and whether it has accepted
    /// that as a response. A client that reads again immediately, because a change overlapped its first read, has not.
    private var isTold = true
    private var isLoaded = true
    /// When the app was started again, or another user signed in.
    private var began = 0
    /// Changes were pending when the first read was answered. A client may hold that response back until there are none, and
    /// until its next read has arrived: its rows then appear late.
    private var isHeldBack = false
    /// Rows that were shown since it began.
    private var seen: Set<String> = []

    package init(_ server: Server) {
        for id in server.ids { told[id] = 0 }
    }

    // MARK: Events of a history

    package mutating func acts(_ request: String, _ operation: Operation, isPlain: Bool) {
        owns.append(Own(request: request, operation: operation, isPlain: isPlain))
    }

    /// The client sends requests.
    package mutating func sends(_ requests: [Request]) {
        for request in requests {
            moment += 1
            switch request.kind {
            case .fetch(let page): fetches[request.name] = (moment, page == nil)
            case .row: break
            case .change:
                if let index = owns.firstIndex(where: { $0.request == request.name }), case .lost = owns[index].status {
                    owns[index].status = .sentAgain
                }
            }
        }
    }

    /// The client has canceled these requests.
    package mutating func givesUp(_ requests: [String]) {
        for request in requests { fetches[request] = nil }
        takesAnswers()
    }

    private mutating func takesAnswers() {
        if !fetches.values.contains(where: { $0.isWhole && $0.asked > heard }) { answered = heard }
    }

    /// The client receives data from the server of this user.
    package mutating func hears(_ answer: Answer, from server: Server) {
        moment += 1
        let own = owns.firstIndex { $0.request == answer.request }
        switch answer.content {
        case .done(let known):
            if let own, !owns[own].isConfirmed { owns[own].status = .confirmed(at: moment) }
            hears(known, from: server)
        case .refused:
            if let own { owns[own].status = .refused(at: moment) }
        case .lost:
            if let own, !owns[own].isConfirmed { owns[own].status = .lost(at: moment) }
        case .listing(let listing):
            let ids = listing.page == nil ? server.ids : listing.rows.map(\.id)
            for id in ids { learns(id, asOf: listing.version, from: server) }
            guard let fetch = fetches.removeValue(forKey: answer.request), fetch.isWhole else { return }
            if !owns.contains(where: { $0.crosses(fetch.asked) }) { heard = max(heard, fetch.asked) }
            takesAnswers()
            if fetch.asked > began { isTold = true }
        }
    }

    package mutating func hears(_ known: Known, from server: Server) {
        learns(known.id, asOf: known.version, from: server)
    }

    private mutating func learns(_ id: String, asOf version: Int, from server: Server) {
        guard let place = server.history(of: id).lastIndex(where: { $0.number <= version }) else { return }
        told[id] = max(told[id] ?? 0, place)
    }

    /// Another user has signed in.
    package mutating func signsOut() {
        owns = []
        told = [:]
        floors = [:]
        fetches = [:]
        moment += 1
        began = moment
        (isTold, isLoaded) = (false, false)
        seen = []
    }

    /// The app was killed and restarted, with these changes of the user. It cannot know the fate of the other changes.
    package mutating func restarts(kept: [String]) {
        moment += 1
        began = moment
        (isTold, isLoaded) = (false, false)
        fetches = [:]
        seen = []
        for index in owns.indices where !kept.contains(owns[index].request) {
            switch owns[index].status {
            case .pending, .sentAgain: owns[index].status = .lost(at: moment)
            case .confirmed, .refused, .lost: break
            }
        }
    }

    // MARK: Judging

    /// Checks the rows that are shown now.
    ///
    /// - Parameter isQuiet: Nothing is in flight, so that the received data must be shown exactly.
    package mutating func judge(_ shown: [Row], by server: Server, isQuiet: Bool) -> Violation? {
        let pending = owns.filter { $0.status == .pending }
        let isReading = fetches.values.contains(where: \.isWhole)
        if !isLoaded && isTold && !isReading {
            isLoaded = true
            isHeldBack = true
        }
        if !isReading && pending.isEmpty { isHeldBack = false }
        var rows: [String: Row] = [:]
        for row in shown where rows.updateValue(row, forKey: row.id) != nil {
            return Violation(rule: .r9, id: row.id, shown: row, truth: server.row(row.id))
        }
        let ids = Set(server.ids).union(rows.keys).union(owns.map(\.operation.id)).sorted()
        for id in ids {
            let row = rows[id]
            guard id.hasPrefix(server.user) else {
                return Violation(rule: .r6, id: id, shown: row, truth: nil)
            }
            if row != nil { seen.insert(id) }
            // Before the client has processed the first response to a read, a row may be missing, except one that the user
            // adds.
            let mayCome = isHeldBack && !seen.contains(id) && !pending.contains { $0.adds(id) }
            if row == nil && (!isLoaded || mayCome) { continue }
            let history = server.history(of: id)
            let truth = history.last?.row
            guard let floor = explanation(of: row, id, in: history, Licence()) else {
                return Violation(rule: ruleBroken(by: row, id, in: history), id: id, shown: row, truth: truth)
            }
            floors[id] = floor
            if isQuiet, newest(id, in: history) == history.count - 1, row != truth {
                return Violation(rule: .r7, id: id, shown: row, truth: truth)
            }
        }
        return nil
    }

    /// Checks the rows that are shown when nothing is in flight after one more read: only the truth is correct.
    package func judgeEnd(_ shown: [Row], by server: Server) -> Violation? {
        let rows = Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
        for id in Set(server.ids).union(rows.keys).sorted() where rows[id] != server.row(id) {
            return Violation(rule: .r8, id: id, shown: rows[id], truth: server.row(id))
        }
        return nil
    }

    /// An additional tolerance, to determine which rule is broken.
    private struct Licence {
        var mayHidePending = false
        var mayKeepRefused = false
        var mayCountTwice = false
        var mayHideConfirmed = false
        var mayGoBack = false
    }

    /// One tolerance after another, then two at the same time, and so on: a failure that breaks several rules is named after
    /// the first.
    private static let relaxations: [(rule: Rule, licence: Licence)] = {
        let rules: [Rule] = [.r1, .r2, .r3, .r4, .r5]
        let sets = (1..<1 << rules.count).map { bits in rules.indices.filter { bits & 1 << $0 != 0 } }
        return sets.sorted { ($0.count, $0[0], $0[$0.count - 1]) < ($1.count, $1[0], $1[$1.count - 1]) }.map { set in
            let licence = Licence(
                mayHidePending: set.contains(0), mayKeepRefused: set.contains(1), mayCountTwice: set.contains(2),
                mayHideConfirmed: set.contains(3), mayGoBack: set.contains(4))
            return (rules[set[0]], licence)
        }
    }()

    private func ruleBroken(by row: Row?, _ id: String, in history: [Server.Version]) -> Rule {
        Self.relaxations.first { explanation(of: row, id, in: history, $0.licence) != nil }?.rule ?? .r9
    }

    /// The newest version that the client can know: one that it has received, or the absence of a row before the first change.
    private func newest(_ id: String, in history: [Server.Version]) -> Int? {
        told[id] ?? (history[0].row == nil ? 0 : nil)
    }

    /// The oldest version that explains a row, or nil if there is none.
    private func explanation(of row: Row?, _ id: String, in history: [Server.Version], _ licence: Licence) -> Int? {
        let floor = licence.mayGoBack ? 0 : floors[id] ?? 0
        let owns = owns.filter { $0.operation.id == id }
        guard let newest = newest(id, in: history) else {
            return fold(owns, onto: nil, at: -1, history, licence).contains(row) ? floor : nil
        }
        guard floor <= newest else { return nil }
        return (floor...newest).first { place in
            fold(owns, onto: history[place].row, at: place, history, licence).contains(row)
        }
    }

    /// All that may be shown on a version of a row.
    private func fold(
        _ owns: [Own], onto base: Row?, at place: Int, _ history: [Server.Version], _ licence: Licence
    ) -> Set<Row?> {
        struct Shown: Hashable {
            var row: Row?
            /// A confirmed change was applied to a version that has it. Later changes of the user are then applied on top, too.
            var isRepeated: Bool
        }
        var possible: Set<Shown> = [Shown(row: base, isRepeated: false)]
        for (index, own) in owns.enumerated() {
            let done = history.firstIndex { $0.request == own.request }
            let isIn = done.map { $0 <= place } ?? false
            let isLaterConfirmed = owns[(index + 1)...].contains(where: \.isConfirmed)
            let mayBeOnTop: Bool
            let mayBeAbsent: Bool
            switch own.status {
            case .pending:
                mayBeOnTop = true
                mayBeAbsent = isIn || isLaterConfirmed || own.isPlain || licence.mayHidePending
            case .sentAgain:
                mayBeOnTop = true
                mayBeAbsent = true
            case .confirmed(let moment):
                mayBeOnTop = true
                // A row that was never shown may wait for the read that contains it.
                let mayWait = own.isPlain && answered <= moment && !licence.mayGoBack
                mayBeAbsent = isIn || mayWait || licence.mayHideConfirmed
            case .refused(let moment), .lost(let moment):
                mayBeOnTop = answered <= moment || licence.mayKeepRefused
                mayBeAbsent = true
            }
            let isCounter = if case .add = own.operation { true } else { false }
            let mustCountOnce = isCounter && isIn && !licence.mayCountTwice
            var next: Set<Shown> = []
            for shown in possible {
                if mayBeAbsent && !(shown.isRepeated && own.isConfirmed) { next.insert(shown) }
                guard mayBeOnTop && !mustCountOnce else { continue }
                let isRepeated = shown.isRepeated || isIn && own.isConfirmed
                next.insert(Shown(row: own.operation.applied(to: shown.row), isRepeated: isRepeated))
                if own.isConfirmed, let done, let operation = history[done].operation {
                    next.insert(Shown(row: operation.applied(to: shown.row), isRepeated: isRepeated))
                }
            }
            possible = next
        }
        return Set(possible.map(\.row))
    }
}
