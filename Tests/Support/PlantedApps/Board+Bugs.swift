package import Reactor
package import ReactorRecording
import ReactorTesting

/// A board of posts and pictures that arrive as responses. Its content shows the order in which they arrived.
package struct Board: State, Codable, Equatable {
    package var posts: [Int] = []
    package var pictures: [Int] = []

    package mutating func react(to event: any Event) {
        switch event {
        case let event as PostCame: posts.append(event.number)
        case let event as PictureCame: pictures.append(event.number)
        default: break
        }
    }

    package static let catalog = EventCatalog<Board>(events: [
        .event(PostCame.self, as: "post.came"), .event(PictureCame.self, as: "picture.came"),
    ])
}

package struct PostCame: Event, Codable {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

package struct PictureCame: Event, Codable {
    package let number: Int
    package init(_ number: Int) { self.number = number }
}

extension Board: PlantableState {
    package static var name: String { "board" }
    package static var ownCatalog: EventCatalog<Board> { catalog }
    package static var ownInvariants: [Invariant<Board>] {
        [
            Invariant("pictures are sorted") { $0.pictures == $0.pictures.sorted() },
            // It ends the program if the picture came first.
            Invariant("a hundredth picture has its post") { board in
                board.pictures.filter { $0 >= 100 }.allSatisfy { board.posts[$0 - 100] > 0 }
            },
        ]
    }

    package static let bugs: [Bug<Board>] = [
        .crash("a post comes after a later one") { board, event in
            guard let event = event as? PostCame else { return false }
            return (board.posts.last ?? 0) > event.number
        },
        .crash("a picture comes before every post", .outOfRange) { board, event in
            event is PictureCame && board.posts.isEmpty
        },
        .crash("a post comes that is the ninth", .missingValue) { _, event in (event as? PostCame)?.number == 9 },
        .crash("anything after three pictures", .overflow) { board, _ in board.pictures.count == 3 },
    ]

    /// Posts and pictures in their order, from concurrent commands.
    package static func session(seed: UInt64, count: Int) throws -> RecordingDraft {
        var random = SeededRandom(seed: seed)
        let answers = (1...count).map { random.chance(50) ? PostCame($0) as any Event : PictureCame($0) }
        return try session(answers, id: "board-\(seed)")
    }

    /// Responses, each from its own command, which was launched before any response arrived.
    package static func session(_ answers: [any Event], id: String = "board") throws -> RecordingDraft {
        var entries: [JournalEntry] = []
        for (index, answer) in answers.enumerated() {
            let at = Timestamp(millisecondsSince1970: 1_700_000_000_000 + Int64(index) * 1_000)
            entries.append(
                JournalEntry(
                    seq: UInt64(index + 1), at: at,
                    cause: JournalCause(command: "Load", launch: UInt64(index + 1)),
                    launchedAt: Timestamp(millisecondsSince1970: 1_699_999_999_000), event: try catalog.encode(answer)))
        }
        return RecordingDraft(header: try header(Board(), id: id), entries: entries)
    }
}
