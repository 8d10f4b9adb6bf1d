import Torture
import Testing

/// For each rule, a client that breaks it, and a similar client that breaks no rule.
@Suite("Rules of the checker")
struct CheckerTests {
    private func rule(_ text: String, _ client: Twisted) throws -> Rule? {
        try Player.play(History(text: text), on: client).failure?.rule
    }

    private let act = #"{"s":"act","op":{"t":"set","id":"a1","v":1000}}"#
    private let serve = #"{"s":"serve","n":0,"how":"ok"}"#
    private let deliver = #"{"s":"deliver","n":0}"#
    private let other = #"{"s":"other","op":{"t":"set","id":"a1","v":2000}}"#

    @Test("A pending change must be shown")
    func pendingChange() throws {
        let hides = Twisted { message, reply in if case .act = message { reply.show("a1", 100) } }
        #expect(try rule(act, hides) == .r1)
    }

    @Test("A save without a prediction need not be shown before its response")
    func plainSave() throws {
        let hides = Twisted { message, reply in if case .act = message { reply.show("a1", 100) } }
        #expect(try rule(#"{"s":"act","op":{"t":"set","id":"a1","v":1000},"plain":true}"#, hides) == nil)
    }

    @Test("A pending change need not be applied to a version that includes it")
    func includedChange() throws {
        // The response to the refetch includes the change and, above it, that of another device.
        let history = [act, serve, other, #"{"s":"refresh"}"#, serve, #"{"s":"deliver","n":1}"#].joined(separator: "\n")
        #expect(try rule(history, Twisted()) == nil)
        let pinned = Twisted { message, reply in if message.request == "f1" { reply.show("a1", 1000) } }
        #expect(try rule(history, pinned) == nil)
    }

    private let refused = [
        #"{"s":"act","op":{"t":"set","id":"a1","v":1000}}"#, #"{"s":"serve","n":0,"how":"refuse"}"#,
        #"{"s":"deliver","n":0}"#,
    ].joined(separator: "\n")

    /// Reads again when a change was refused, and still shows the change after these responses.
    private func readsAgain(_ requests: Set<String>) -> Twisted {
        Twisted(
            says: { message, reply in
                if let request = message.request, requests.contains(request) { reply.show("a1", 1000) }
            },
            hears: { message in message.request == "m1" ? [message, .refresh(page: nil)] : [message] })
    }

    @Test("A refused change must not be shown after a refetch")
    func refusedAfterRefetch() throws {
        #expect(try rule(refused, readsAgain(["m1", "f1"])) == .r2)
    }

    @Test("A refused change may be shown until the response to the refetch")
    func refusedDuringRefetch() throws {
        #expect(try rule(refused, readsAgain(["m1"])) == nil)
    }

    @Test("A refused change must not be shown if nothing is refetched")
    func refusedWithoutRefetch() throws {
        let keeps = Twisted { message, reply in if message.request == "m1" { reply.show("a1", 1000) } }
        #expect(try rule(refused, keeps) == .r7)
    }

    /// Reads again when a change was refused, and continues to show it until nothing is in flight.
    private func leavesOut(_ isLeftOut: @escaping (Message) -> Bool) -> Twisted {
        var isShown = false
        return Twisted(
            says: { message, reply in
                if message.request == "m1" { isShown = true }
                if case .answer = message, message.request != "m1" { isShown = isShown && isLeftOut(message) }
                if isShown { reply.show("a1", 1000) }
            },
            hears: { message in message.request == "m1" ? [message, .refresh(page: nil)] : [message] })
    }

    @Test("A refused change may be shown if another change overlaps the refetch")
    func refusedWithOverlap() throws {
        let second = #"{"s":"act","op":{"t":"set","id":"a2","v":1001}}"#
        let crossed = [refused, second, #"{"s":"serve","n":0,"how":"ok"}"#, deliver].joined(separator: "\n")
        #expect(try rule(crossed, leavesOut { $0.request == "f1" }) == nil)
        // The change has ended before the next read, which overlaps nothing.
        let after = [refused, second, #"{"s":"serve","n":1,"how":"ok"}"#, deliver, #"{"s":"refresh"}"#].joined(
            separator: "\n")
        #expect(try rule(after, leavesOut { _ in true }) == .r2)
    }

    @Test("A refused change may be shown while a newer read is in flight")
    func refusedWithNewerRead() throws {
        let overlapping = [refused, #"{"s":"refresh"}"#, serve, deliver].joined(separator: "\n")
        #expect(try rule(overlapping, leavesOut { $0.request == "f1" }) == nil)
        #expect(try rule(overlapping, leavesOut { _ in true }) == .r2)
    }

    @Test("The checker does not wait for a canceled read")
    func canceledRead() throws {
        let history = [#"{"s":"signout"}"#, #"{"s":"refresh"}"#, serve, deliver].joined(separator: "\n")
        let showsNothing = Twisted { message, reply in
            if case .refresh = message { reply.cancel = ["f1"] }
            reply.show.removeAll { $0.id.hasPrefix("b") }
        }
        #expect(try rule(history, showsNothing) == .r9)
    }

    @Test("A lost change must not be shown after a refetch that does not include it")
    func lostChange() throws {
        let history = [act, #"{"s":"serve","n":0,"how":"drop"}"#, deliver].joined(separator: "\n")
        let keeps = Twisted { message, reply in if message.request == "f1" { reply.show("a1", 1000) } }
        #expect(try rule(history, keeps) == .r2)
        let keepsAMoment = Twisted { message, reply in if message.request == "m1" { reply.show("a1", 1000) } }
        #expect(try rule(history, keepsAMoment) == nil)
    }

    private let counted = [
        #"{"s":"act","op":{"t":"add","id":"a1","d":1}}"#, #"{"s":"serve","n":0,"how":"ok"}"#, #"{"s":"refresh"}"#,
        #"{"s":"serve","n":0,"how":"ok"}"#, #"{"s":"deliver","n":1}"#,
    ].joined(separator: "\n")

    @Test("A counter must not apply a change twice")
    func doubleCount() throws {
        let countsAgain = Twisted { message, reply in if message.request == "f1" { reply.show("a1", 102) } }
        #expect(try rule(counted, countsAgain) == .r3)
    }

    @Test("A counter may show an older version with its change applied to it")
    func olderCount() throws {
        let stays = Twisted { message, reply in if message.request == "f1" { reply.show("a1", 101) } }
        #expect(try rule(counted, stays) == nil)
    }

    @Test("A confirmed change must continue to be shown")
    func confirmedChange() throws {
        let history = [act, serve, deliver].joined(separator: "\n")
        let forgets = Twisted { message, reply in if message.request == "m1" { reply.show("a1", 100) } }
        #expect(try rule(history, forgets) == .r4)
    }

    @Test("A confirmed change may be shown with its predicted value")
    func predictedValue() throws {
        let history = [act, #"{"s":"refresh"}"#, #"{"s":"serve","n":0,"how":"adjust"}"#, deliver].joined(
            separator: "\n")
        let asPredicted = Twisted { message, reply in if message.request == "m1" { reply.show("a1", 1000) } }
        #expect(try rule(history, asPredicted) == nil)
        let asNobodyHasIt = Twisted { message, reply in if message.request == "m1" { reply.show("a1", 1001) } }
        #expect(try rule(history, asNobodyHasIt) == .r9)
    }

    @Test("An earlier confirmed change must not hide a later change")
    func laterChange() throws {
        let history = [
            act, #"{"s":"act","op":{"t":"set","id":"a1","v":1001}}"#, serve, deliver, serve, #"{"s":"refresh"}"#,
            deliver,
        ].joined(separator: "\n")
        let hides = Twisted { message, reply in if message.request == "m2" { reply.show("a1", 1000) } }
        #expect(try rule(history, hides) == .r4)
        #expect(try rule(history, Twisted()) == nil)
    }

    private let shownAndRefreshed = [
        #"{"s":"other","op":{"t":"set","id":"a1","v":2000}}"#, #"{"s":"push"}"#, #"{"s":"refresh"}"#,
    ].joined(separator: "\n")

    @Test("A change of another device must continue to be shown after it was shown once")
    func shownForeignChange() throws {
        let goesBack = Twisted { message, reply in
            if message == .refresh(page: nil) { reply.show("a1", 100) }
        }
        #expect(try rule(shownAndRefreshed, goesBack) == .r5)
    }

    @Test("A change of another device may be shown late while a response is in flight")
    func lateForeignChange() throws {
        let isLate = Twisted { message, reply in if case .push = message { reply.show("a1", 100) } }
        let history = [#"{"s":"refresh"}"#, other, #"{"s":"push"}"#].joined(separator: "\n")
        #expect(try rule(history, isLate) == nil)
    }

    @Test("Data of another user must not be shown after a sign-out")
    func signOut() throws {
        let remembers = Twisted { message, reply in
            if message == .reset(user: "b") { reply.show = [Row(id: "a1", value: 100, place: 1)] }
        }
        #expect(try rule(#"{"s":"signout"}"#, remembers) == .r6)
        #expect(try rule(#"{"s":"signout"}"#, Twisted()) == nil)
    }

    @Test("The received server state must be shown when nothing is in flight")
    func receivedState() throws {
        let history = [other, #"{"s":"push"}"#].joined(separator: "\n")
        let isDeaf = Twisted { message, reply in if case .push = message { reply.show("a1", 100) } }
        #expect(try rule(history, isDeaf) == .r7)
        // No data was received.
        let untold = #"{"push":false}"# + "\n" + other
        let isAlone = Twisted { message, reply in if case .answer = message {} else { reply.show("a1", 100) } }
        #expect(try rule(untold, isAlone) == nil)
    }

    @Test("The server state must be shown after one more fetch")
    func finalState() throws {
        let asksNothing = Twisted { message, reply in
            if message == .refresh(page: nil) { reply.send = [] }
        }
        let untold = #"{"push":false}"# + "\n" + other
        #expect(try rule(untold, asksNothing) == .r8)
        #expect(try rule(untold, Twisted()) == nil)
    }

    /// A client that was stopped receives two messages at the end: it finishes at the first and reads at the second.
    @Test("A client that was stopped must show the server state after the final fetch")
    func stoppedClient() throws {
        let stopped = [
            #"{"push":false}"#, #"{"s":"refresh"}"#, #"{"s":"serve","n":0,"how":"ok"}"#, other,
            #"{"s":"deliver","n":0,"turns":1}"#,
        ].joined(separator: "\n")
        #expect(try rule(stopped, Twisted()) == nil)
        // It answers all requests except the first N.
        func asksAllBut(_ few: Int) -> Twisted {
            var refreshes = 0
            return Twisted { message, reply in
                guard message == .refresh(page: nil) else { return }
                refreshes += 1
                if refreshes > 1, refreshes <= few + 1 { reply.send = [] }
            }
        }
        #expect(try rule(stopped, asksAllBut(1)) == nil)
        #expect(try rule(stopped, asksAllBut(2)) == .r8)
        // It reads, and never uses the response.
        let isDeaf = Twisted(hears: { message in
            if case .answer(let answer) = message, case .listing = answer.content { [] } else { [message] }
        })
        #expect(try rule(stopped, isDeaf) != nil)
    }

    @Test("Data that never existed must not be shown")
    func inventedRows() throws {
        #expect(try rule("", Twisted { _, reply in reply.show("a1", 7) }) == .r9)
        #expect(try rule("", Twisted { _, reply in reply.show.reverse() }) == nil)
    }

    @Test("A first response may be held back while a change that overlaps it is pending")
    func heldBackResponse() throws {
        let signOut = #"{"s":"signout"}"#
        let put = #"{"s":"act","op":{"t":"put","id":"bn1","v":1000,"p":9}}"#
        let crossed = [signOut, put, serve, deliver].joined(separator: "\n")
        var isAnswered = false
        /// Shows its own row alone: as long as the change is pending, or permanently.
        func holdsBack(forEver: Bool) -> Twisted {
            isAnswered = false
            return Twisted { message, reply in
                if message.request == "m1" { isAnswered = true }
                if !isAnswered || forEver { reply.show.removeAll { $0.id.hasPrefix("b") && $0.id != "bn1" } }
            }
        }
        #expect(try rule(crossed, holdsBack(forEver: false)) == nil)
        #expect(try rule(crossed, holdsBack(forEver: true)) == .r9)
        #expect(try rule([signOut, serve, deliver, put].joined(separator: "\n"), holdsBack(forEver: false)) == .r9)
    }

    @Test("A row must not be shown twice")
    func duplicateRow() throws {
        // Each row is correct alone; the two were never correct together.
        let repeats = Twisted { message, reply in
            if case .refresh = message { reply.show.append(Row(id: "a2", value: 200, place: 2)) }
        }
        #expect(try rule(#"{"s":"refresh"}"#, repeats) == .r9)
        #expect(try rule(act, repeats) == .r9)
    }

    @Test("An app may show nothing after a restart until it has read")
    func emptyAfterRestart() throws {
        let forgetsAll = Twisted { message, reply in
            guard message == .restart else { return }
            reply = Reply(send: [Request("f1", .fetch(page: nil))])
        }
        #expect(try rule([act, #"{"s":"restart"}"#].joined(separator: "\n"), forgetsAll) == nil)
    }

    @Test("A change that an app retains across a restart is still pending")
    func pendingAfterRestart() throws {
        let history = [act, #"{"s":"restart"}"#].joined(separator: "\n")
        let hides = Twisted { message, reply in
            if message == .restart { reply.show("a1", 100) }
            if message.request == "f1" { reply.show("a1", 100) }
        }
        #expect(try rule(history + "\n" + #"{"s":"serve","n":1,"how":"ok"}"# + "\n" + deliver, hides) == .r1)
        #expect(try rule(history, Twisted()) == nil)
    }
}

/// A mistake that is planted in a correct client is found.
@Suite("Planted mistakes")
struct PlantedMistakesTests {
    private func rules(_ level: Level, _ make: () -> any Client) throws -> Set<Rule> {
        var score = Score(level: level)
        // Each mistake shows in the first hundred already.
        try score.play(0..<(Loops.isThorough ? 1_000 : 100), on: make())
        return Set(score.failures.keys)
    }

    private static func hearing(_ change: @escaping (inout Known) -> Void) -> Twisted {
        Twisted(hears: { message in
            switch message {
            case .push(var known):
                change(&known)
                return [.push(known)]
            case .answer(var answer):
                guard case .done(var known) = answer.content else { return [message] }
                change(&known)
                answer.content = .done(known)
                return [.answer(answer)]
            default: return [message]
            }
        })
    }

    @Test("The checker finds a client that ignores versions")
    func ignoredVersions() throws {
        #expect(try !rules(.pushes) { Self.hearing { $0.version = .max } }.isDisjoint(with: [.r4, .r5, .r7]))
    }

    @Test("The checker finds a client that discards the list of applied changes")
    func discardedChanges() throws {
        let forgets = { Self.hearing { $0.applied = [] } }
        #expect(try rules(.losses, forgets).isEmpty)
        let counts = try rules(.restarts) {
            Twisted(hears: { message in
                guard case .answer(var answer) = message, case .listing(var listing) = answer.content else {
                    return [message]
                }
                listing.applied = []
                answer.content = .listing(listing)
                return [.answer(answer)]
            })
        }
        #expect(counts.contains(.r3))
    }

    @Test("The checker finds a client that ignores deletions")
    func ignoredDeletions() throws {
        let forgets = {
            Twisted(hears: { message in if case .push(let known) = message, known.row == nil { [] } else { [message] } }
            )
        }
        #expect(try !rules(.pushes, forgets).isEmpty)
    }

    @Test("The checker finds a client that does not roll back")
    func missingRollback() throws {
        let keeps = {
            Twisted(hears: { message in
                if case .answer(let answer) = message, answer.content == .refused { [] } else { [message] }
            })
        }
        #expect(try !rules(.changes, keeps).isEmpty)
    }

    @Test("A client that refetches instead of rolling back immediately is correct")
    func refetchFirst() throws {
        let reads = {
            Twisted(hears: { message in
                guard case .answer(let answer) = message, answer.content == .refused else { return [message] }
                return [.answer(Answer(request: answer.request, .lost))]
            })
        }
        for level in Level.allCases { #expect(try rules(level, reads).isEmpty) }
    }
}
