import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("The past of a program")
struct PastTests {
    private let folder = JournalOnDisk()
    private func open() async throws -> OpenedCore<Desk> { try await folder.open(Desk(), Desk.catalog) }
    private func said(_ opened: OpenedCore<Desk>, _ arguments: String...) async throws -> [String] {
        try #require(try await opened.answer(arguments, words: Desk.words) { ["\($0.title) \($1.joined())"] })
    }

    @Test("It is told in words, the newest first, and what was undone says so")
    func told() async throws {
        let opened = try await open()
        #expect(try await said(opened, "log") == ["Nothing was done yet."])
        opened.core.fire(event: Titled(title: "a\u{1B}[31m"))
        opened.core.fire(event: Looked())
        opened.core.fire(event: Tagged(tag: "p"))
        #expect(try await said(opened, "undo") == ["Undone: tagged p"])
        let lines = try await said(opened, "log")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("#3  ") && lines[0].hasSuffix("  tagged p  (undone)"))
        #expect(lines[1].hasSuffix(#"titled a\u{1B}[31m"#))
        #expect(try await said(opened, "redo") == ["Done again: tagged p"])
        #expect(try await said(opened, "restore", "1") == [#"Put back: titled a\u{1B}[31m"#])
        #expect(try await said(opened, "log")[0].hasSuffix(#"put back: titled a\u{1B}[31m"#))
        #expect(await opened.core.state == Desk(tags: ["p"], looks: 1))
        #expect(try await opened.answer(["list"], words: Desk.words) == nil)
        #expect(try await opened.answer([], words: Desk.words) == nil)
        try await opened.close()
    }

    @Test("A card comes back to its place, and what others changed since stays")
    func restored() async throws {
        let opened = try await open()
        for id in 1...4 { opened.core.fire(event: CardPut(id: id, text: "\(id)")) }
        opened.core.fire(event: CardTaken(id: 2))
        opened.core.fire(event: CardTaken(id: 3))
        opened.core.fire(event: CardWritten(id: 4, text: "four"))
        opened.core.fire(event: CardPut(id: 5, text: "5", at: 0))
        _ = try await said(opened, "restore", "5")
        #expect(await opened.core.state.cards.map(\.text) == ["5", "1", "2", "four"])
        _ = try await said(opened, "restore", "6")
        #expect(await opened.core.state.cards.map(\.text) == ["5", "1", "3", "2", "four"])
        opened.core.fire(event: CardsTurned())
        opened.core.fire(event: CardWritten(id: 2, text: "two"))
        _ = try await said(opened, "restore", "11")
        #expect(await opened.core.state.cards.map(\.text) == ["5", "1", "3", "two", "four"])
        try await opened.close()
    }

    @Test("What a command did while it was suspended is one deed behind what another process did, and alone is undone")
    func suspended() async throws {
        let opened = try await open()
        opened.core.fire(event: Tagged(tag: "before"))
        for round in 1...2 {
            try await opened.suspend()
            opened.core.fire(event: Looked())
            await opened.core.settled()
            let since = opened.journal.lastSeq
            opened.core.fire(event: CardPut(id: 10 * round, text: "mine"))
            opened.core.fire(event: Tagged(tag: "mine \(round)"))
            if round == 1 { opened.core.fire(event: Deed("did two things", since: since)) }
            let other = try await folder.open(Desk(), Desk.catalog)
            for id in 1...3 { other.core.fire(event: CardPut(id: 10 * round + id, text: "another's")) }
            await other.core.settled()
            try await other.close()
            try await opened.resume()
            // What was begun while it was suspended may end later.
            if round == 2 { opened.core.fire(event: Deed("did two things", since: since)) }
            let words = try await said(opened, "log").map { String($0.split(separator: "  ").last ?? "") }
            let puts: [String] = (1...3).reversed().map { "put card \(10 * round + $0)" }
            let told: [String] = ["did two things"] + puts
            #expect(Array(words.prefix(4)) == told)
            #expect(try await said(opened, "undo") == ["Undone: did two things"])
            let cards = await opened.core.state.cards.map(\.id)
            let kept = round == 1 ? [11, 12, 13] : [11, 12, 13, 21, 22, 23]
            #expect(cards == kept)
            #expect(await opened.core.state.tags == ["before"])
            #expect(await opened.core.state.looks == round)
        }
        try await opened.close()
    }

    @Test("What was begun in one suspension and ends behind the next has moved with both")
    func suspendedTwice() async throws {
        let opened = try await open()
        opened.core.fire(event: Tagged(tag: "before"))
        var since: UInt64 = 0
        for round in 1...2 {
            try await opened.suspend()
            opened.core.fire(event: Looked())
            await opened.core.settled()
            if round == 1 { since = opened.journal.lastSeq }
            opened.core.fire(event: Tagged(tag: "mine \(round)"))
            let other = try await folder.open(Desk(), Desk.catalog)
            for id in 1...3 { other.core.fire(event: CardPut(id: 10 * round + id, text: "another's")) }
            await other.core.settled()
            try await other.close()
            try await opened.resume()
        }
        // Of the second round only what others did there lies within it besides.
        opened.core.fire(event: Deed("did it in two suspensions", since: since))
        let words = try await said(opened, "log").map { String($0.split(separator: "  ").last ?? "") }
        #expect(words == ["did it in two suspensions", "put card 13", "put card 12", "put card 11", "tagged before"])
        try await opened.close()
    }

    @Test("A number that was asked for behind a suspension is that entry's, also where much of what waited was dropped")
    func suspendedAndDropped() async throws {
        let opened = try await open()
        let prediction = opened.core.predict(Looked())
        try await opened.suspend()
        prediction.append([Tagged(tag: "a"), Tagged(tag: "b"), Tagged(tag: "c")])
        await opened.core.settled()
        // This names one that is dropped, and so what is before it.
        let dropped = opened.journal.lastSeq
        opened.core.fire(event: Titled(title: "x"))
        opened.core.fire(event: Deed("did x", since: dropped))
        await opened.core.settled()
        let early = opened.journal.lastSeq
        opened.core.fire(event: Tagged(tag: "mine"))
        opened.core.fire(event: Deed("did mine", since: early))
        await opened.core.settled()
        let other = try await folder.open(Desk(), Desk.catalog)
        for pending in other.pending { pending.prediction.rollback() }
        try await other.close()
        try await opened.resume()
        opened.core.fire(event: Titled(title: "y"))
        await opened.core.settled()
        let late = opened.journal.lastSeq
        // The number had been that of an entry that waited.
        try #require(late < early + 2)
        opened.core.fire(event: Tagged(tag: "later"))
        opened.core.fire(event: Deed("did later", since: late))
        let words = try await said(opened, "log").map { String($0.split(separator: "  ").last ?? "") }
        #expect(words == ["did later", "titled y", "did mine", "did x"])
        #expect(try await said(opened, "undo") == ["Undone: did later"])
        #expect(await opened.core.state == Desk(tags: ["mine"], title: "y"))
        try await opened.close()
    }

    @Test("A group is one deed, and so is what a command did since an entry")
    func several() async throws {
        let opened = try await open()
        opened.core.fire(events: [CardPut(id: 1, text: "a"), Tagged(tag: "p")])
        await opened.core.settled()
        let since = opened.journal.lastSeq
        let command = Working { core in
            core.fire(event: Looked())
            core.fire(event: CardTaken(id: 1), .authoritative)
            core.fire(event: Deed("had it taken", since: since))
        }
        _ = await opened.core.fire(command: command).outcome
        let state = await opened.core.state
        #expect(try await opened.past(words: Desk.words).deeds.map(\.words) == ["put card 1", "had it taken"])
        #expect(try await said(opened, "undo") == ["Undone: had it taken"])
        #expect(await opened.core.state == Desk(cards: [Desk.Card(id: 1, text: "a")], tags: ["p"]))
        #expect(try await said(opened, "undo") == ["Undone: put card 1"])
        #expect(await opened.core.state == Desk())
        _ = try await said(opened, "redo")
        _ = try await said(opened, "redo")
        #expect(await opened.core.state == state)
        try await opened.close()
    }

    @Test("What a program does to put something back is no deed beside that")
    func done() async throws {
        let opened = try await open()
        opened.core.fire(event: CardPut(id: 1, text: "a"))
        opened.core.fire(event: CardPut(id: 2, text: "b"))
        let undo = try #require(try await opened.past(words: Desk.words).undo())
        let since = opened.journal.lastSeq
        opened.core.fire(event: CardTaken(id: 2))
        opened.core.fire(event: undo.done(since: since))
        #expect(await opened.core.state.cards.map(\.id) == [1])
        let past = try await opened.past(words: Desk.words)
        #expect(past.deeds.map(\.words) == ["put card 1", "put card 2"])
        #expect(past.deeds.map(\.isUndone) == [false, true])
        let redo = try #require(try past.redo())
        #expect(redo.number == 2 && redo.reason == .redo)
        #expect(try past.undo()?.number == 1)
        #expect(try past.undo { $0.number > 1 } == nil)
        try await opened.close()
    }

    @Test("A prediction among others is undone alone, with the answer that took its place")
    func predicted() async throws {
        let opened = try await open()
        let first = opened.core.predict(CardPut(id: 1, text: "shown"))
        let second = opened.core.predict(CardPut(id: 2, text: "refused"))
        opened.core.fire(event: Tagged(tag: "p"))
        first.commit(with: [CardPut(id: 1, text: "answered")])
        second.rollback()
        #expect(await opened.core.state.cards.map(\.text) == ["answered"])
        #expect(try await opened.past(words: Desk.words).deeds.map(\.words) == ["put card 1", "tagged p"])
        _ = try await said(opened, "restore", "1")
        #expect(await opened.core.state == Desk(tags: ["p"]))
        try await opened.close()
    }

    @Test("A verb is answered as of an entry, a time or a day")
    func at() async throws {
        let times = Locked([0])
        let opened = try await Core.open(
            journal: folder.path, initial: Desk(), catalog: Desk.catalog,
            configuration: JournalConfiguration(
                app: "tests", durability: .process, gathering: .zero,
                now: { Timestamp(millisecondsSince1970: Int64(times.withLock { $0[0] }) * 1_000) }))
        // 2026-01-05 is a Monday.
        let noon = try #require(LocalTime(2026, 1, 5)).at(12, 0).millisecondsSince1970 / 1_000
        for (day, title) in ["mon", "tue", "wed"].enumerated() {
            times.withLock { $0[0] = Int(noon) + day * 86_400 }
            opened.core.fire(event: Titled(title: title))
            await opened.core.settled()
        }
        let past = try await opened.past(words: Desk.words)
        let now = Timestamp(millisecondsSince1970: (noon + 2 * 86_400 + 60) * 1_000)
        for (when, title) in [
            ("0", "desk"), ("1", "mon"), ("#2", "tue"), ("2026-01-04", "desk"), ("2026-01-05", "mon"),
            ("monday", "mon"),
            ("Mon", "mon"), ("yesterday", "tue"), ("today", "wed"), ("wednesday", "desk"), ("sunday", "desk"),
            ("2026-01-06 11:59", "mon"), ("2026-01-06T12:00", "tue"), ("11:00", "tue"), ("23:59", "wed"),
            ("tue 09:30", "mon"),
        ] {
            #expect(try past.state(at: when, now: now).title == title, "\(when)")
        }
        #expect(try await said(opened, "--at", "1", "li", "st") == ["mon list"])
        for wrong in [
            "", "someday", "2026-02-30", "2026-1-5", "25:00", "12:5", "mo", "monday 12", "-1", "today at noon",
        ] {
            #expect(throws: PastError.self, "\(wrong)") { try past.state(at: wrong, now: now) }
        }
        #expect(throws: PastError(.unknown(number: 4))) { try past.state(at: "4", now: now) }
        try await opened.close()
    }

    @Test("What cannot be done says why, and what to say instead")
    func refused() async throws {
        let opened = try await open()
        opened.core.fire(event: Titled(title: "a"))
        opened.core.fire(event: Looked())
        opened.core.fire(event: Titled(title: "b"))
        func error(_ arguments: String...) async -> PastError? {
            do {
                _ = try await opened.answer(arguments, words: Desk.words)
                return nil
            } catch {
                return error as? PastError
            }
        }
        #expect(await error("restore", "2") == PastError(.unknown(number: 2)))
        #expect(await error("restore", "1") == PastError(.nothingLeft(number: 1)))
        #expect(await error("restore") == PastError(.noNumber("")))
        #expect(await error("restore", "x")?.isMistyped == true)
        #expect(await error("--at", "x")?.isMistyped == true)
        #expect(await error("undo", "3") == PastError(.unexpected("3", verb: "undo")))
        #expect(await error("restore", "3", "4") == PastError(.unexpected("4", verb: "restore")))
        #expect(await error("restore", "1")?.isMistyped == false)
        try await opened.close()
    }

    @Test("An undo of an older version is read through the upcasters of the state")
    func versions() async throws {
        let opened = try await open()
        opened.core.fire(event: Titled(title: "a"))
        opened.core.fire(event: Tagged(tag: "p"))
        opened.core.fire(event: Titled(title: "b"))
        _ = try await said(opened, "undo")
        try await opened.close()
        var replay = try Replay(of: RecordingFile(path: folder.path), catalog: NewDesk.catalog)
        #expect(replay.state == NewDesk(name: "a", isOpen: false))
    }

    private struct NewDesk: State, Codable, Equatable {
        var name: String
        var isOpen: Bool
        mutating func react(to event: any Event) {
            switch event {
            case let event as Titled: name = event.title
            case let event as Restored<NewDesk>: event.restore(&self)
            default: break
            }
        }
        static let catalog = EventCatalog<NewDesk>(
            version: 2,
            upcasting: [
                1: { state in
                    state.rename("title", to: "name")
                    state.add("isOpen", false)
                }
            ],
            events: [.event(Titled.self, as: "titled"), .event(Tagged.self, as: "tagged")])
    }

    @Test("What is secret in the state is secret in what is put back")
    func redacted() async throws {
        let opened = try await open()
        opened.core.fire(event: CardPut(id: 1, text: "secret"))
        _ = try await said(opened, "undo")
        try await opened.close()
        let redactor = Redactor(state: [["cards", .any, "text"]], events: ["card.put": [["text"]]])
        let recording = try Recording(path: folder.path)
        var told = ""
        for case .entry(let entry) in recording.lines {
            told += String(decoding: Desk.catalog.redacted(entry, redactor).event?.payload ?? [], as: UTF8.self)
        }
        #expect(told.contains("undo") && !told.contains("secret"))
    }
}
