import ReactorRecording
import ReactorTerminal

/// A way into a state's JSON, as a person writes it: `records[3].grams`, `records[id=w-4].grams` or `/records/3/grams`.
struct ValuePath: Hashable {
    enum Step: Hashable {
        case key(String)
        case index(Int)
        /// The element that has this id.
        case row(JSON)
    }

    /// As it was written.
    let text: String
    let steps: [Step]

    /// What a path looks like, for messages.
    static let form = "a path into the state, as 'records[3].grams', 'records[id=w-4].grams' or '/records/3/grams'"

    /// Nil for what is no path.
    init?(_ text: String) {
        var reader = ValuePathReader(text)
        guard let steps = reader.steps() else { return nil }
        self.text = text
        self.steps = steps
    }

    /// Whether it says by a number which row is meant: who that is, a state has to say.
    var namesPositions: Bool {
        steps.contains { if case .index = $0 { true } else { false } }
    }

    /// The way to the same value in other states: a position among rows with ids is the row that stands there now.
    ///
    /// - Throws: ``NowhereReason`` where a step leads nowhere.
    func followed(from state: JSON) throws(NowhereReason) -> [Step] {
        var (value, way) = (state, [Step]())
        for step in steps {
            let next: Step
            switch (step, value) {
            case (.index(let index), .array(let rows)) where rows.indices.contains(index):
                next = rows.haveIDs ? .row(rows[index]["id"] ?? .null) : step
            // A number may name a member, in a path with slashes.
            case (.index(let index), .object(let object)) where object["\(index)"] != nil: next = .key("\(index)")
            default: next = step
            }
            guard let inner = value.inner(next) else {
                throw NowhereReason(step, in: value, after: way)
            }
            value = inner
            way.append(next)
        }
        return way
    }
}

extension [JSON] {
    /// Whether each is an object with an id of its own.
    fileprivate var haveIDs: Bool {
        var ids: Set<JSON> = []
        return allSatisfy { row in row["id"].map { ids.insert($0).inserted } ?? false }
    }
}

extension JSON {
    /// What a step leads to.
    fileprivate func inner(_ step: ValuePath.Step) -> JSON? {
        switch (step, self) {
        case (.key(let key), .object(let object)): object[key]
        case (.index(let index), .array(let rows)): rows.indices.contains(index) ? rows[index] : nil
        case (.row(let id), .array(let rows)): rows.first { $0["id"] == id }
        default: nil
        }
    }
}

/// Why a path leads nowhere: what was looked for, where, and what there is.
struct NowhereReason: Error, Hashable {
    /// The step that led nowhere.
    let step: String
    /// The way to where it was looked for, empty for the state itself.
    let place: String
    /// The names that there are, or how many elements.
    let found: Found

    enum Found: Hashable {
        case members([String])
        case elements(Int)
        case rows([String])
        case single(String)
    }

    init(_ step: ValuePath.Step, in value: JSON, after way: [ValuePath.Step]) {
        self.step = [step].text
        place = way.text
        switch (value, step) {
        case (.object(let object), _): found = .members(object.members.map(\.key))
        case (.array(let rows), .row): found = .rows(rows.compactMap { $0["id"]?.idText })
        case (.array(let rows), _): found = .elements(rows.count)
        default: found = .single(value.excerpt(40))
        }
    }

    /// The name that was probably meant.
    var nearest: String? {
        switch found {
        case .members(let names): step.nearest(in: names)
        case .rows(let ids): String(step.dropFirst(4).dropLast()).nearest(in: ids)
        case .elements, .single: nil
        }
    }
}

extension JSON {
    /// An id as it is written in a path.
    var idText: String { string ?? compact }
}

extension [ValuePath.Step] {
    /// `records[id=w-4].grams`; `$` for the state itself stays empty.
    var text: String {
        var text = ""
        for step in self {
            switch step {
            case .key(let key) where key.isWord: text += text.isEmpty ? key : ".\(key)"
            case .key(let key): text += "[\(JSON.string(key).compact)]"
            case .index(let index): text += "[\(index)]"
            case .row(let id): text += "[id=\(id.idText)]"
            }
        }
        return text
    }
}

extension String {
    fileprivate var isWord: Bool { !isEmpty && allSatisfy { !".[]/\"".contains($0) && !$0.isWhitespace } }
}

/// Reads a ``ValuePath``.
private struct ValuePathReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func steps() -> [ValuePath.Step]? {
        if rest.hasPrefix("/") {
            let names = rest == "/" ? [] : rest.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            return names.map { name in
                let name = String(name).replacing("~1", with: "/").replacing("~0", with: "~")
                return Int(name).map { ValuePath.Step.index($0) } ?? .key(name)
            }
        }
        if rest == "$" { return [] }
        var steps: [ValuePath.Step] = []
        while !rest.isEmpty {
            guard let step = rest.hasPrefix("[") ? bracket() : name(isFirst: steps.isEmpty) else { return nil }
            steps.append(step)
        }
        return steps.isEmpty ? nil : steps
    }

    private mutating func name(isFirst: Bool) -> ValuePath.Step? {
        if !isFirst {
            guard rest.hasPrefix(".") else { return nil }
            rest.removeFirst()
        }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard String(name).isWord else { return nil }
        rest = rest.dropFirst(name.count)
        return .key(String(name))
    }

    private mutating func bracket() -> ValuePath.Step? {
        rest.removeFirst()
        if rest.hasPrefix("\"") {
            // A name in quotes may hold a bracket; the first closing one behind which it is JSON ends it.
            for end in rest.indices where rest[end] == "]" {
                guard let name = try? JSON(parsing: String(rest[..<end])), let key = name.string else { continue }
                rest = rest[rest.index(after: end)...]
                return .key(key)
            }
            return nil
        }
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inside = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        if inside.hasPrefix("id=") {
            let id = String(inside.dropFirst(3))
            guard !id.isEmpty else { return nil }
            // An id need not be in quotes, which a shell takes away.
            return .row((try? JSON(parsing: id)) ?? .string(id))
        }
        return Int(inside).map { .index($0) }
    }
}
