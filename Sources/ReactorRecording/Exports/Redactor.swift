/// Names what is secret in an app's recordings, and blots it out of what leaves the app.
///
/// It is written against today's types. What it names is removed from every version of them that was ever recorded, and from
/// every copy: the steps of an ``Undoable``, what is pending, the text of a command's error.
///
/// One for an app, given to everything that shows or sends a recording: the inspector, the exports, the bug report. The
/// journal itself is written whole. A named value is replaced with the text `‹redacted›`, with all its members and elements.
///
/// ```swift
/// let redactor = Redactor(
///     state: [["session", "token"], ["accounts", .any, "pin"], [.anywhere, "password"]],
///     events: ["signedIn": [["token"]], "chat.*": [["text"]], "card.entered": [[]]])
/// ```
///
/// An empty path names the whole payload. A path that leads nowhere changes nothing: what is named may be absent.
public struct Redactor: Sendable {
    /// The way to something secret.
    public struct Path: Hashable, Sendable, ExpressibleByArrayLiteral {
        /// One step of the way.
        public enum Step: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
            /// To the member of that name.
            case key(String)
            /// To the element at that place.
            case index(Int)
            /// To every member or element.
            case any
            /// To everything below, at any depth, and the value itself.
            case anywhere

            /// The member of that name; `"*"` is ``any``.
            public init(stringLiteral name: String) { self = name == "*" ? .any : .key(name) }
            /// The element at that place.
            public init(integerLiteral index: Int) { self = .index(index) }
        }

        let steps: [Step]

        /// The way of these steps.
        init(_ steps: [Step]) { self.steps = steps }
        /// The way of these steps.
        public init(arrayLiteral steps: Step...) { self.steps = steps }
    }

    /// What stands where a secret stood.
    package static let mark: JSON = "‹redacted›"

    let state: [Path]
    private let events: [String: [Path]]

    /// Names the secrets in the state, and in the payloads of events by their names. A name that ends with `*` stands
    /// for all that begin so.
    public init(state: [Path] = [], events: [String: [Path]] = [:]) {
        self.state = state
        self.events = events
    }

    /// A state with its secrets blotted out. O(size) for each path.
    public func state(_ json: JSON) -> JSON { Self.blotted(json, state) }

    /// The payload of an event with its secrets blotted out.
    public func payload(_ json: JSON, of event: String) -> JSON {
        let blotted = Self.blotted(json, paths(of: event))
        return withoutSecrets(blotted, before: json, [])
    }

    /// The name of a command beside an event of which something was blotted out: its first word. What stands behind that, as the
    /// key of a read does, may be what was.
    package static func command(_ name: String) -> String {
        name.firstIndex(of: " ").map { "\(name[..<$0]) \(mark.string ?? "")" } ?? name
    }

    func paths(of event: String) -> [Path] {
        events.filter { Self.name($0.key, covers: event) }.values.flatMap { $0 }
    }

    /// Whether something is secret in that event's payloads.
    func names(_ event: String) -> Bool {
        events.keys.contains { Self.name($0, covers: event) }
    }

    private static func name(_ name: String, covers event: String) -> Bool {
        name == event || name.hasSuffix("*") && event.hasPrefix(name.dropLast())
    }

    static func blotted(_ json: JSON, _ paths: [Path]) -> JSON {
        paths.reduce(json) { blotted($0, $1.steps[...]) }
    }

    static func blotted(_ json: JSON, _ steps: ArraySlice<Path.Step>) -> JSON {
        guard let step = steps.first else { return mark }
        let rest = steps.dropFirst()
        switch step {
        case .anywhere: return below(blotted(json, rest)) { blotted($0, steps) }
        case .any: return below(json) { blotted($0, rest) }
        case .key(let key):
            guard case .object(let object) = json else { return json }
            let changed = JSON.object(object.mapValues { $0.key == key ? blotted($0.value, rest) : $0.value })
            return key == "document" && json.isUndoable ? changed.withSteps { blotted($0, steps) } : changed
        case .index(let index):
            guard case .array(var elements) = json, elements.indices.contains(index) else { return json }
            elements[index] = blotted(elements[index], rest)
            return .array(elements)
        }
    }

    private static func below(_ json: JSON, _ transform: (JSON) -> JSON) -> JSON {
        switch json {
        case .object(let object): .object(object.mapValues { transform($0.value) })
        case .array(let elements): .array(elements.map(transform))
        default: json
        }
    }
}

extension JSON {
    /// Whether this is what an `Undoable` encodes: its document, and the steps to both sides of it.
    fileprivate var isUndoable: Bool {
        self["document"] != nil && self["done"]?.array != nil && self["undone"]?.array != nil
    }

    /// The steps changed as the document is, and without what a run of changes remembers of it.
    fileprivate func withSteps(_ change: (JSON) -> JSON) -> JSON {
        var json = self
        for side in ["done", "undone"] {
            guard let steps = self[side]?.array else { continue }
            json[side] = .array(steps.map(change))
        }
        json["run"] = nil
        return json
    }
}

extension JournalCause {
    /// The command, by the first word of its name.
    var redacted: JournalCause {
        JournalCause(command: Redactor.command(command), launch: launch, parent: parent, event: event, place: place)
    }
}
