import AsyncHTTPClient
import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import BoardService

@Suite("The board service", .timeLimit(.minutes(2)))
struct BoardServiceTests {
    private let folder = Folder()

    @Test("A user who has posted a note reads it in the next request")
    func ownNotes() async throws {
        try await serving(Boards(in: folder.path)) { browsing in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in 1...20 {
                    group.addTask {
                        for number in 1...20 {
                            try await browsing.add("\(number)", by: "user\(user)")
                            #expect(
                                try await browsing.notes(of: "user\(user)").map(\.text) == (1...number).map(String.init)
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("The response to a refused note is a conflict and contains the reason")
    func refusal() async throws {
        try await serving(Boards(in: folder.path)) { browsing in
            let refused = try await browsing.post("", by: "ada")
            #expect(refused.status == 409)
            #expect(refused.body == #"{"error":{"message":"middleware"}}"#)
            try await browsing.add("Milk", by: "ada")
            #expect(try await browsing.notes(of: "ada").map(\.text) == ["Milk"])
        }
    }

    @Test(
        "A request without a valid user name is refused",
        arguments: [nil, "", "../ada", "a b", String(repeating: "a", count: 33)])
    func invalidUser(_ user: String?) async throws {
        try await serving(Boards(in: folder.path)) { browsing in
            let answer = try await browsing.post("Milk", by: user)
            #expect(answer.status == 401)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("A hundred readers receive every event in the same order")
    func manyReaders() async throws {
        try await serving(Boards(in: folder.path)) { browsing in
            let (isReady, ready) = AsyncStream<Void>.makeStream()
            try await withThrowingTaskGroup(of: [Note].self) { readers in
                for _ in 1...100 {
                    readers.addTask {
                        var events = try await browsing.events(of: "ada", every: true)
                        #expect(try await events.next()?.number == 0)
                        ready.yield()
                        var notes: [Note] = []
                        while notes.count < 200, let event = try await events.next() {
                            #expect(event.number == notes.count + 1)
                            if let note = event.note { notes.append(note) }
                        }
                        return notes
                    }
                }
                var waiting = 100
                for await _ in isReady {
                    waiting -= 1
                    if waiting == 0 { break }
                }
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    for writer in 1...4 {
                        writers.addTask {
                            for number in 1...50 {
                                try await browsing.add("\(writer).\(number)", by: "ada")
                            }
                        }
                    }
                    try await writers.waitForAll()
                }
                let notes = try await browsing.notes(of: "ada")
                #expect(notes.count == 200)
                for try await seen in readers { #expect(seen == notes) }
            }
        }
    }

    @Test("A slow reader skips events and does not delay other readers")
    func slowReader() async throws {
        try await serving(Boards(in: folder.path)) { browsing in
            // More than the buffers of two sockets can hold.
            let text = String(repeating: "x", count: 100_000)
            var slow = try await browsing.events(of: "ada", every: false)
            #expect(try await slow.next()?.number == 0)
            async let quick = Self.numbers(of: browsing.events(of: "ada", every: true), until: 200)
            for _ in 1...200 { try await browsing.add(text, by: "ada") }
            let all = try await quick
            // The quick reader may begin after the first notes, but then receives every note.
            #expect(all.first.map { Array($0...200) } == all)
            let seen = try await Self.numbers(of: slow, until: 200)
            #expect(seen.last == 200)
            #expect(seen == seen.sorted() && Set(seen).count == seen.count)
            #expect(seen.count < 150)
        }
    }

    private static func numbers(of stream: Events, until last: Int) async throws -> [Int] {
        var (events, numbers) = (stream, [Int]())
        while let event = try await events.next() {
            if event.number > 0 { numbers.append(event.number) }
            if event.number == last { break }
        }
        return numbers
    }

    @Test("An idle board is closed, and has the same notes when it is opened again")
    func idleBoard() async throws {
        let clock = ManualClock()
        let boards = Boards(in: folder.path, idle: .seconds(60), clock: RuntimeClock(clock))
        try await serving(boards) { browsing in
            await clock.sleepers(1)
            try await browsing.add("Milk", by: "ada")
            try await browsing.add("Salt", by: "bob")
            var events = try await browsing.events(of: "ada", every: false)
            #expect(try await events.next()?.number == 1)
            #expect(await boards.count == 2)
            clock.advance(by: .seconds(60))
            await clock.sleepers(1)
            // Another user reads the other board.
            #expect(await boards.count == 1)
            #expect(try await browsing.notes(of: "bob").map(\.text) == ["Salt"])
            #expect(await boards.count == 2)
            try await browsing.add("Bread", by: "ada")
            #expect(try await events.next()?.number == 2)
        }
        #expect(await boards.count == 0)
    }

    @Test("A reader that disconnects releases its board")
    func disconnectedReader() async throws {
        let boards = Boards(in: folder.path)
        try await serving(boards) { browsing in
            let (isReady, ready) = AsyncStream<Void>.makeStream()
            let reader = Task {
                var events = try await browsing.events(of: "ada", every: false)
                while try await events.next() != nil { ready.yield() }
            }
            for await _ in isReady { break }
            #expect(await boards.users == 1)
            reader.cancel()
            // Each round is a request of another user: nothing happens on the board that the reader reads.
            while await boards.users > 0 { _ = try await browsing.notes(of: "bob") }
        }
    }
}
