/// The paths of secrets in an app's recordings, and their redaction in everything that leaves the app.
///
/// The paths refer to the current types. They are redacted in every recorded version of these types and in every copy: the steps
/// of an ``Undoable``, pending predictions, and the text of a command's error. If the states are not at hand, for example in
/// `show`, this text is removed as a whole.
///
/// Use one redactor for an app, and pass it to the inspector, the exports and the bug report. The journal itself is not redacted.
/// A secret value, with all its members and elements, is replaced with the text `‹redacted›`.
///
/// ```swift
/// let redactor = Redactor(
///     state: [["session", "token"], ["accounts", .any, "pin"], [.anywhere, "password"]],
///     events: ["signedIn": [["token"]], "chat.*": [["text"]], "card.entered": [[]]])
/// ```
///
/// An empty path matches the whole payload. A path without a match changes nothing.
public struct Redactor: Sendable {
    /// The path of a secret.
    public struct Path: Hashable, Sendable, ExpressibleByArrayLiteral {
        /// A step of a path.
        public enum Step: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
            /// The member with this name.
            case key(String)
            /// The element at this index.
            case index(Int)
            /// Every member or element.
            case any
            /// The value itself and everything below it, at any depth.
            case anywhere

            /// Creates a step to the member with this name; `"*"` is ``any``.
            public init(stringLiteral name: String) { self = name == "*" ? .any : .key(name) }
            /// Creates a step to the element at this index.
            public init(integerLiteral index: Int) { self = .index(index) }
        }

        let steps: [Step]

        init(_ steps: [Step]) { self.steps = steps }
        /// Creates a path of these steps.
        public init(arrayLiteral steps: Step...) { self.steps = steps }
    }

    /// The replacement of a secret.
    package static let mark: JSON = "‹redacted›"

    let state: [Path]
    private let events: [String: [Path]]

    /// Creates a redactor from paths in the state, and paths in the payloads of events by event name. A name that ends with `*`
    /// matches all names with this prefix.
    public init(state: [Path] = [], events: [String: [Path]] = [:]) {
        self.state = state
        self.events = events
    }

    /// Returns the redacted state. O(size) for each path.
    package func state(_ json: JSON) -> JSON { Self.blotted(json, state) }

    /// Returns the redacted payload of an event. The texts of a command's error are removed, because they can contain a secret of
    /// the state.
    package func payload(_ json: JSON, of event: String) -> JSON { payload(json, of: event, knowing: nil) }

    /// Returns the first word of a command's name, for a redacted event. The rest of the name, such as the key of a read, can be
    /// secret.
    package static func command(_ name: String) -> String {
        name.firstIndex(of: " ").map { "\(name[..<$0]) \(mark.string ?? "")" } ?? name
    }

    func paths(of event: String) -> [Path] {
        events.filter { Self.name($0.key, covers: event) }.values.flatMap { $0 }
    }

    /// Whether the payload of an event has secrets.
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
    /// Whether this is the encoding of an `Undoable`: a document, with steps in both directions.
    fileprivate var isUndoable: Bool {
        self["document"] != nil && self["done"]?.array != nil && self["undone"]?.array != nil
    }

    /// Applies a change to all steps, and removes the content of the open run of changes.
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
    /// The command with only the first word of its name.
    var redacted: JournalCause {
        JournalCause(command: Redactor.command(command), launch: launch, parent: parent, event: event, place: place)
    }
}

extension Redactor {
    /// Redacts a value inside a state, as ``state(_:)`` does. The whole value is redacted if it is inside a secret value.
    ///
    /// - Parameter place: The path of the value, of names and positions only. Next to a secret `document`, the names `done`,
    ///   `undone` and `run` count as the steps of an `Undoable`.
    package func value(_ json: JSON, at place: [Path.Step]) -> JSON {
        var json = json
        for path in state { json = Self.blotted(json, path.steps[...], at: place[...]) }
        return json
    }

    private static func blotted(_ json: JSON, _ steps: ArraySlice<Path.Step>, at place: ArraySlice<Path.Step>) -> JSON {
        guard let step = steps.first else { return mark }
        guard let next = place.first else { return blotted(json, steps) }
        let (rest, inner) = (steps.dropFirst(), place.dropFirst())
        switch (step, next) {
        case (.anywhere, _): return blotted(blotted(json, rest, at: place), steps, at: inner)
        case (.any, _): return blotted(json, rest, at: inner)
        case (.key("document"), .key("run")): return mark
        case (.key("document"), .key("done")), (.key("document"), .key("undone")):
            if !inner.isEmpty { return blotted(json, steps, at: inner.dropFirst()) }
            return .array(json.array?.map { blotted($0, steps) } ?? [])
        default: return step == next ? blotted(json, rest, at: inner) : json
        }
    }
}
