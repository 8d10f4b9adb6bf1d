import Reactor
import ReactorJSON
import ReactorTesting

/// A line of the story.
struct StoryLine: Hashable, Sendable {
    enum Kind: String, Sendable {
        /// The heading of the next chapter.
        case chapter
        /// An action of a user between chapters.
        case person
        /// A read began, succeeded or failed.
        case read
        /// A request or a response was lost or refused.
        case network
        /// A visible post changed.
        case changed
        /// A visible post at the end.
        case post
    }

    let kind: Kind
    /// The time since the beginning.
    let time: Duration
    let text: String

    /// The line as JSON, for other programs.
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

    /// Starts a story from scratch.
    func begin(clock: SimulatedClock) { content.withLock { $0 = ([], clock, [:]) } }

    func say(_ kind: StoryLine.Kind, _ text: String) {
        content.withLock { content in
            content.lines.append(StoryLine(kind: kind, time: content.clock?.now.offset ?? .zero, text: text))
        }
    }

    /// Counts a like of a post, and returns the number of likes of it so far.
    func likes(_ id: Int) -> Int {
        content.withLock { content in
            content.likes[id, default: 0] += 1
            return content.likes[id, default: 0]
        }
    }
}
