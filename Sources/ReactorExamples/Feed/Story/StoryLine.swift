import Reactor
import ReactorJSON
import ReactorTesting

/// A line of the story.
struct StoryLine: Hashable, Sendable {
    enum Kind: String, Sendable {
        /// What happens next.
        case chapter
        /// An action of a person in between.
        case person
        /// A read began, arrived or failed.
        case read
        /// A request or an answer went wrong.
        case network
        /// A post shows something else.
        case changed
        /// A post, as it is shown at the end.
        case post
    }

    let kind: Kind
    /// How long after the beginning.
    let time: Duration
    let text: String

    /// For a program that reads the story.
    var json: JSON {
        ["kind": .string(kind.rawValue), "milliseconds": JSON(milliseconds), "text": .string(text)]
    }

    var milliseconds: Int64 {
        let (seconds, attoseconds) = time.components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}

/// The lines of the story so far.
final class Pages: Sendable {
    private let content = Guarded<(lines: [StoryLine], clock: SimulatedClock?, likes: [Int: Int])>(([], nil, [:]))

    var lines: [StoryLine] { content.withLock { $0.lines } }

    /// A story begins, from the start.
    func begin(clock: SimulatedClock) { content.withLock { $0 = ([], clock, [:]) } }

    func say(_ kind: StoryLine.Kind, _ text: String) {
        content.withLock { content in
            content.lines.append(StoryLine(kind: kind, time: content.clock?.now.offset ?? .zero, text: text))
        }
    }

    /// How often this person has liked a post by now.
    func likes(_ id: Int) -> Int {
        content.withLock { content in
            content.likes[id, default: 0] += 1
            return content.likes[id, default: 0]
        }
    }
}
