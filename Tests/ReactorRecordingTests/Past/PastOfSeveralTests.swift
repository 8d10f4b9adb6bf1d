import Foundation
import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("The past of several who do something at once")
struct PastOfSeveralTests {
    private let folder = JournalOnDisk()
    private func open() async throws -> OpenedCore<Desk> { try await folder.open(Desk(), Desk.catalog) }
    private func said(_ opened: OpenedCore<Desk>, _ arguments: String...) async throws -> [String] {
        try #require(try await opened.answer(arguments, words: Desk.words) { desk, _ in [desk.tags.joined()] })
    }
    private func seq(_ opened: OpenedCore<Desk>) async -> UInt64 {
        await opened.core.settled()
        return opened.journal.lastSeq
    }
    private func told(_ opened: OpenedCore<Desk>) async throws -> [String] {
        try await opened.past(words: Desk.words).deeds.map { $0.words + ($0.isUndone ? " (undone)" : "") }
    }

    @Test("What a server said while a deed was done stays when that is undone")
    func pushed() async throws {
        let opened = try await open()
        let since = await seq(opened)
        let prediction = opened.core.predict(CardPut(id: 1, text: "mine"))
        opened.core.fire(event: Arrived(id: 9, text: "of another"), .authoritative)
        prediction.commit(with: [CardPut(id: 1, text: "mine")])
        opened.core.fire(event: Deed("put mine", since: since))
        #expect(try await said(opened, "undo") == ["Undone: put mine"])
        #expect(await opened.core.state.cards.map(\.id) == [9])
        _ = try await said(opened, "redo")
        #expect(Set(await opened.core.state.cards.map(\.id)) == [1, 9])
        try await opened.close()
    }

    @Test("Of two commands that overlap each deed is that of its own command")
    func overlapping() async throws {
        let opened = try await open()
        let gates = (Gate<Void>(), Gate<Void>())
        let first = Working { core in
            core.fire(event: CardPut(id: 1, text: "A"))
            await gates.0.wait()
            core.fire(event: Tagged(tag: "a"))
            core.fire(event: Deed("did A", since: 0))
        }
        let second = Working { core in
            core.fire(event: CardPut(id: 2, text: "B"))
            await gates.1.wait()
            core.fire(event: Tagged(tag: "b"))
            core.fire(event: Arrived(id: 3, text: "answered"), .authoritative)
            core.fire(event: Deed("did B", since: 0))
        }
        let (one, two) = (opened.core.fire(command: first), opened.core.fire(command: second))
        await gates.0.arrived()
        await gates.1.arrived()
        gates.0.open()
        _ = await one.outcome
        gates.1.open()
        _ = await two.outcome
        #expect(try await told(opened) == ["did A", "did B"])
        #expect(try await said(opened, "undo") == ["Undone: did B"])
        #expect(await opened.core.state.cards.map(\.id) == [1])
        #expect(await opened.core.state.tags == ["a"])
        #expect(try await said(opened, "undo") == ["Undone: did A"])
        #expect(await opened.core.state == Desk())
        _ = try await said(opened, "redo")
        _ = try await said(opened, "redo")
        #expect(await opened.core.state.cards.map(\.id).sorted() == [1, 2, 3])
        try await opened.close()
    }

    /// Does something of another's while the command waits at the gate.
    private func meanwhile(
        _ opened: OpenedCore<Desk>, _ gate: Gate<Void>, _ command: Working, _ other: CardPut
    ) async {
        let running = opened.core.fire(command: command)
        await gate.arrived()
        _ = await opened.core.fire(command: Working { $0.fire(event: other) }).outcome
        gate.open()
        _ = await running.outcome
    }

    @Test("A deed has what the commands have fired that its own launched, and those that they launched in turn")
    func launched() async throws {
        let opened = try await open()
        let gate = Gate<Void>()
        let grandchild = Working { core in
            core.fire(event: Tagged(tag: "grandchild"))
            await gate.wait()
        }
        let child = Working { core in
            core.fire(event: Tagged(tag: "child"))
            _ = await core.fire(command: grandchild).outcome
        }
        let command = Working { core in
            _ = await core.fire(command: child).outcome
            core.fire(event: Deed("did it", since: 0))
        }
        await meanwhile(opened, gate, command, CardPut(id: 1, text: "another's"))
        #expect(try await told(opened) == ["put card 1", "did it"])
        #expect(try await said(opened, "undo") == ["Undone: did it"])
        #expect(await opened.core.state == Desk(cards: [Desk.Card(id: 1, text: "another's")]))
        try await opened.close()
    }

    @Test("What was launched by a command that has fired nothing is not known to be of a deed: it is told beside it")
    func launchedInSilence() async throws {
        for fires in [false, true] {
            let folder = JournalOnDisk()
            let opened = try await folder.open(Desk(), Desk.catalog)
            let grandchild = Working { $0.fire(event: Tagged(tag: "grandchild")) }
            let child = Working { core in
                _ = await core.fire(command: grandchild).outcome
                // That it fires only behind it is enough.
                if fires { core.fire(event: Looked()) }
            }
            let command = Working { core in
                _ = await core.fire(command: child).outcome
                core.fire(event: Deed("did it", since: 0))
            }
            _ = await opened.core.fire(command: command).outcome
            #expect(try await told(opened) == (fires ? ["did it"] : ["tagged grandchild", "did it"]))
            try await opened.close()
        }
    }

    @Test("Where no command fired it, what lies in two deeds of which none is within the other belongs to neither")
    func ambiguous() async throws {
        let opened = try await open()
        let a = await seq(opened)
        opened.core.fire(event: Tagged(tag: "a"))
        let b = await seq(opened)
        opened.core.fire(event: CardPut(id: 1, text: "whose"))
        opened.core.fire(event: Deed("did A", since: a))
        opened.core.fire(event: Tagged(tag: "b"))
        opened.core.fire(event: Deed("did B", since: b))
        #expect(try await told(opened) == ["put card 1", "did A", "did B"])
        #expect(try await said(opened, "undo") == ["Undone: did B"])
        #expect(await opened.core.state == Desk(cards: [Desk.Card(id: 1, text: "whose")], tags: ["a"]))
        #expect(try await said(opened, "undo") == ["Undone: did A"])
        #expect(await opened.core.state == Desk(cards: [Desk.Card(id: 1, text: "whose")]))
        try await opened.close()
    }

    @Test("What a command fired within two such deeds belongs to neither, also where it went on behind the first")
    func ambiguousCommand() async throws {
        let opened = try await open()
        let gate = Gate<Void>()
        let a = await seq(opened)
        opened.core.fire(event: Tagged(tag: "a"))
        let b = await seq(opened)
        let running = opened.core.fire(
            command: Working { core in
                core.fire(event: CardPut(id: 1, text: "whose"))
                await gate.wait()
                core.fire(event: CardPut(id: 2, text: "of B"))
            })
        await gate.arrived()
        opened.core.fire(event: Deed("did A", since: a))
        await opened.core.settled()
        gate.open()
        _ = await running.outcome
        opened.core.fire(event: Deed("did B", since: b))
        #expect(try await told(opened) == ["put card 1", "did A", "did B"])
        _ = try await said(opened, "undo")
        #expect(await opened.core.state.cards.map(\.id) == [1])
        try await opened.close()
    }

    @Test(
        "A deed that is said while something is put back is the doing of that, and none beside it",
        arguments: [false, true])
    func saidWithinAMark(byCommand: Bool) async throws {
        let opened = try await open()
        opened.core.fire(event: CardPut(id: 1, text: "a"))
        opened.core.fire(event: CardPut(id: 2, text: "b"))
        let undo = try #require(try await opened.past(words: Desk.words).undo())
        let since = opened.journal.lastSeq
        let take: @Sendable (Core<Desk>) -> Void = { core in
            core.fire(event: CardTaken(id: 2))
            core.fire(event: Deed("took it from the server", since: since))
        }
        if byCommand {
            _ = await opened.core.fire(command: Working { take($0) }).outcome
        } else {
            take(opened.core)
        }
        opened.core.fire(event: undo.done(since: since))
        #expect(try await told(opened) == ["put card 1", "put card 2 (undone)"])
        #expect(try await opened.past(words: Desk.words).redo()?.number == 2)
        #expect(try await said(opened, "undo") == ["Undone: put card 1"])
        try await opened.close()
    }

    @Test("A late answer does not open again what was undone by telling the server: what that was told stands")
    func pendingAndMarked() async throws {
        let opened = try await open()
        let prediction = opened.core.predict(CardPut(id: 1, text: "shown"))
        let undo = try #require(try await opened.past(words: Desk.words).undo())
        let since = opened.journal.lastSeq
        let taking = opened.core.predict(CardTaken(id: 1))
        opened.core.fire(event: undo.done(since: since))
        prediction.commit(with: [CardPut(id: 1, text: "answered"), Tagged(tag: "stamp")])
        #expect(await opened.core.state.tags == ["stamp"])
        #expect(try await told(opened) == ["put card 1 (undone)"])
        taking.commit()
        #expect(try await told(opened) == ["put card 1 (undone)"])
        #expect(try await said(opened, "undo") == ["There is nothing to undo."])
        try await opened.close()
    }

    @Test("A value in the place of one with another id is given back whole, with what both have alike")
    func otherValue() async throws {
        let opened = try await open()
        opened.core.fire(event: Chosen(card: Desk.Card(id: 1, text: "rice", mood: "calm")))
        opened.core.fire(event: Chosen(card: Desk.Card(id: 2, text: "salt", mood: "calm")))
        #expect(try await said(opened, "undo") == ["Undone: chose salt"])
        #expect(await opened.core.state.chosen == Desk.Card(id: 1, text: "rice", mood: "calm"))
        try await opened.close()
    }

    @Test("A deed within another one is told beside it, and each is undone alone")
    func nested() async throws {
        let opened = try await open()
        let a = await seq(opened)
        opened.core.fire(event: Tagged(tag: "a"))
        let b = await seq(opened)
        opened.core.fire(event: Tagged(tag: "b"))
        opened.core.fire(event: Deed("did B", since: b))
        opened.core.fire(event: CardPut(id: 1, text: "a"))
        opened.core.fire(event: Deed("did A", since: a))
        #expect(try await told(opened) == ["did B", "did A"])
        _ = try await said(opened, "undo")
        #expect(await opened.core.state == Desk(tags: ["b"]))
        _ = try await said(opened, "undo")
        #expect(await opened.core.state == Desk())
        try await opened.close()
    }

    @Test("What a command that ran before fires meanwhile, and the answer to an older prediction, are none of a deed")
    func older() async throws {
        let opened = try await open()
        let gate = Gate<Void>()
        let older = opened.core.predict(CardPut(id: 1, text: "older"))
        let running = opened.core.fire(
            command: Working { core in
                core.fire(event: Tagged(tag: "running"))
                await gate.wait()
                core.fire(event: CardPut(id: 2, text: "running"))
            })
        await gate.arrived()
        let since = await seq(opened)
        opened.core.fire(event: Titled(title: "mine"))
        older.commit(with: [CardPut(id: 1, text: "answered")])
        gate.open()
        _ = await running.outcome
        opened.core.fire(event: Deed("did mine", since: since))
        #expect(try await said(opened, "undo") == ["Undone: did mine"])
        #expect(await opened.core.state.title == "desk")
        #expect(await opened.core.state.cards.map(\.text) == ["answered", "running"])
        try await opened.close()
    }

    @Test("What answers a deed that was over already belongs to it")
    func answeredLater() async throws {
        let opened = try await open()
        let since = await seq(opened)
        let prediction = opened.core.predict(Titled(title: "shown"))
        opened.core.fire(event: Deed("titled it", since: since))
        prediction.commit(with: [Titled(title: "answered")])
        #expect(try await told(opened) == ["titled it"])
        #expect(try await said(opened, "undo") == ["Undone: titled it"])
        #expect(await opened.core.state.title == "desk")
        _ = try await said(opened, "redo")
        #expect(await opened.core.state.title == "answered")
        try await opened.close()
    }

    @Test("An answer that shows again what was undone while it was pending makes it a deed that can be undone again")
    func pending() async throws {
        let opened = try await open()
        let prediction = opened.core.predict(Tagged(tag: "milk"))
        #expect(try await said(opened, "undo") == ["Undone: tagged milk"])
        #expect(try await told(opened) == ["tagged milk (undone)"])
        prediction.commit(with: [Tagged(tag: "milk!")])
        #expect(await opened.core.state.tags == ["milk!"])
        #expect(try await told(opened) == ["tagged milk"])
        #expect(try await said(opened, "redo") == ["There is nothing to do again."])
        #expect(try await said(opened, "undo") == ["Undone: tagged milk"])
        #expect(await opened.core.state.tags == [])
        _ = try await said(opened, "redo")
        #expect(await opened.core.state.tags == ["milk!"])
        try await opened.close()
    }

    @Test("An answer that shows nothing of what was undone leaves it undone")
    func pendingHidden() async throws {
        let opened = try await open()
        let prediction = opened.core.predict(CardPut(id: 1, text: "shown"))
        _ = try await said(opened, "undo")
        prediction.commit(with: [CardPut(id: 1, text: "answered")])
        #expect(await opened.core.state == Desk())
        #expect(try await told(opened) == ["put card 1 (undone)"])
        _ = try await said(opened, "redo")
        #expect(await opened.core.state.cards.map(\.id) == [1])
        try await opened.close()
    }

    @Test("What was done again while it was pending stays a deed when it is rolled back, since it still shows")
    func redoneAndRolledBack() async throws {
        let opened = try await open()
        let prediction = opened.core.predict(Tagged(tag: "milk"))
        _ = try await said(opened, "undo")
        _ = try await said(opened, "redo")
        prediction.rollback()
        #expect(await opened.core.state.tags == ["milk"])
        #expect(try await told(opened) == ["tagged milk"])
        #expect(try await said(opened, "undo") == ["Undone: tagged milk"])
        #expect(await opened.core.state.tags == [])
        try await opened.close()
    }

    @Test("What was put back of a prediction is told in its words, also when that was rolled back")
    func putBackAndRolledBack() async throws {
        let opened = try await open()
        let prediction = opened.core.predict(Tagged(tag: "milk"))
        _ = try await said(opened, "restore", "1")
        prediction.rollback()
        #expect(try await told(opened) == ["put back: tagged milk"])
        try await opened.close()
    }

    @Test("A prediction is told by what was appended to it, and by its answer, too, and goes when it is rolled back")
    func appended() async throws {
        let opened = try await open()
        let first = opened.core.predict(Looked())
        first.append([Tagged(tag: "p")])
        #expect(try await told(opened) == ["tagged p"])
        _ = try await said(opened, "undo")
        #expect(await opened.core.state == Desk())
        _ = try await said(opened, "redo")
        first.commit()
        let second = opened.core.predict(Looked())
        second.append([Tagged(tag: "q")])
        second.rollback()
        #expect(try await told(opened) == ["tagged p"])
        let third = opened.core.predict(Titled(title: "shown"))
        third.append([Tagged(tag: "r")])
        third.rollback()
        #expect(try await told(opened) == ["tagged p"])
        let fourth = opened.core.predict(Looked())
        fourth.commit(with: [Tagged(tag: "s"), Looked()])
        #expect(try await told(opened) == ["tagged p", "tagged s"])
        _ = try await said(opened, "undo")
        #expect(await opened.core.state.tags == ["p"])
        try await opened.close()
    }

    @Test("A value of several cases, and one that is there or not, stay as others made them")
    func others() async throws {
        let opened = try await open()
        opened.core.fire(events: [CardPut(id: 1, text: "milk"), Phased(phase: .editing("x"))])
        opened.core.fire(event: Phased(phase: .failed(code: 3)), .authoritative)
        #expect(try await said(opened, "undo") == ["Undone: put card 1"])
        #expect(await opened.core.state == Desk(phase: .failed(code: 3)))
        _ = try await said(opened, "redo")
        #expect(await opened.core.state.cards.map(\.id) == [1])
        opened.core.fire(event: Phased(phase: .editing("x")))
        opened.core.fire(event: Phased(phase: .editing("y")), .authoritative)
        await #expect(throws: PastError(.nothingLeft(number: 6))) { try await said(opened, "restore", "6") }
        opened.core.fire(event: Chosen(card: Desk.Card(id: 1, text: "rice")))
        opened.core.fire(event: Chosen(card: Desk.Card(id: 2, text: "salt")))
        await #expect(throws: PastError(.nothingLeft(number: 8))) { try await said(opened, "restore", "8") }
        opened.core.fire(event: Chosen(card: Desk.Card(id: 2, text: "rice")), .authoritative)
        await #expect(throws: PastError(.nothingLeft(number: 9))) { try await said(opened, "restore", "9") }
        #expect(await opened.core.state.chosen == Desk.Card(id: 2, text: "rice"))
        try await opened.close()
    }

    @Test("A member with which the state would not decode stays, and takes no other with it")
    func undecodable() throws {
        func json(_ list: [Int], _ choice: JSON) -> JSON {
            ["list": .array(list.map { .number(JSON.Number($0)) }), "choice": choice]
        }
        let difference = try #require(
            ThreeWayDifference(from: json([1], ["a": 1, "n": 0]), to: json([], ["b": 1, "n": 0])))
        let event = Restored<Choosing>(number: 1, reason: .redo, differences: [difference])
        var state = Choosing(list: [1], choice: Choosing.Choice(a: 2, b: nil, n: 0))
        #expect(event.changes(state))
        event.restore(&state)
        #expect(state == Choosing(list: [], choice: Choosing.Choice(a: 2, b: nil, n: 0)))
        #expect(!event.changes(state))
    }

    /// One of two numbers, never both.
    private struct Choosing: State, Codable, Equatable {
        struct Choice: Codable, Equatable {
            var a: Int?
            var b: Int?
            var n: Int
        }
        struct Both: Error {}
        var list: [Int]
        var choice: Choice
        mutating func react(to event: any Event) {}

        init(list: [Int], choice: Choice) {
            self.list = list
            self.choice = choice
        }
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            list = try members.decode([Int].self, forKey: .list)
            choice = try members.decode(Choice.self, forKey: .choice)
            if choice.a != nil, choice.b != nil { throw Both() }
        }
    }

    @Test("What was undone is not put back, whoever has its number by now")
    func undone() async throws {
        let opened = try await open()
        opened.core.fire(event: CardPut(id: 1, text: "A"))
        _ = try await said(opened, "undo")
        opened.core.fire(event: CardPut(id: 1, text: "B"))
        await #expect(throws: PastError(.undone(number: 1))) { try await said(opened, "restore", "1") }
        #expect(await opened.core.state.cards.map(\.text) == ["B"])
        try await opened.close()
    }

    @Test("What does not count for a program is not put back either")
    func counting() async throws {
        let opened = try await open()
        opened.core.fire(event: CardPut(id: 1, text: "A"))
        let past = try await opened.past(words: Desk.words)
        #expect(throws: PastError(.nothingLeft(number: 1))) { try past.restore(1) { _ in false } }
        #expect(try past.restore(1) { $0.number == 1 }.number == 1)
        try await opened.close()
    }

    @Test("Behind the number of a group is what was behind the whole group")
    func grouped() async throws {
        let opened = try await open()
        opened.core.fire(events: [Tagged(tag: "a"), Tagged(tag: "b"), Tagged(tag: "c")])
        opened.core.fire(event: Tagged(tag: "d"))
        for (number, tags) in ["abc", "abc", "abc", "abcd"].enumerated() {
            #expect(try await said(opened, "--at", "#\(number + 1)") == [tags])
        }
        #expect(try await said(opened, "--at", "0") == [""])
        try await opened.close()
    }
}
