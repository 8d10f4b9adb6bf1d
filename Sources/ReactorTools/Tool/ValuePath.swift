import ReactorRecording
import ReactorTerminal

/// A path into the JSON of a state, as a user writes it: `records[3].grams`, `records[id=w-4].grams` or `/records/3/grams`; `*`
/// matches each element.
struct ValuePath: Hashable {
    enum Step: Hashable {
        case key(String)
        case index(Int)
        /// The element with one of these ids. An id without quotes can be a text or another value.
        case row([JSON])
        /// Each element.
        case any

        /// The name of a member, which can be a number.
        var name: String? {
            switch self {
            case .key(let key): key
            case .index(let index): "\(index)"
            case .row, .any: nil
            }
        }
    }

    /// The path as it was written.
    let text: String
    let steps: [Step]

    /// The syntax of a path, for messages.
    static let form = "a path into the state, as 'records[3].grams', 'records[id=w-4].grams' or '/records/3/grams'"

    /// Returns nil if the text is not a path.
    init?(_ text: String) {
        var reader = StatePathReader(text)
        guard let steps = reader.steps() else { return nil }
        self.text = text
        self.steps = steps
    }

    /// Whether the path contains a position, whose row depends on the state.
    var namesPositions: Bool {
        steps.contains { if case .index = $0 { true } else { false } }
    }

    /// Whether it can match several values.
    var namesSeveral: Bool { steps.contains(.any) }

    /// Returns the reason why a path has no value in a state, or nil if it has one.
    ///
    /// - Parameter redactor: The redactor. Ids can be secret; the reason then contains the path as it was written.
    func obstacle(in state: JSON, along way: [Step], hiding redactor: Redactor? = nil) -> NowhereReason? {
        func obstacle(_ value: JSON, _ count: Int, _ place: [Redactor.Path.Step]) -> NowhereReason? {
            guard count < way.count else { return nil }
            let step = way[count]
            switch value {
            case .array(let rows) where step == .any:
                let reasons = rows.enumerated().map { obstacle($1, count + 1, place + [.index($0)]) }
                return reasons.contains(nil) ? nil : reasons.first ?? nil
            case .object(let object) where step == .any:
                let reasons = object.members.map { obstacle($0.value, count + 1, place + [.key($0.key)]) }
                return reasons.contains(nil) ? nil : reasons.first ?? nil
            case .object(let object):
                guard let name = step.name, let inner = object[name] else { break }
                return obstacle(inner, count + 1, place + [.key(name)])
            case .array(let rows):
                guard let index = rows.index(of: step) else { break }
                return obstacle(rows[index], count + 1, place + [.index(index)])
            case .null, .bool, .number, .string: break
            }
            return NowhereReason(
                step, in: redactor?.value(value, at: place) ?? value,
                after: Array((redactor == nil ? way : steps).prefix(count)))
        }
        return obstacle(state, 0, [])
    }
}

extension [ValuePath.Step] {
    /// The members on the path by level, for ``StateEncoding``, with the ids of rows.
    var members: [[String]?] {
        var (levels, isRow) = ([[String]?](), false)
        for step in self {
            // An id is encoded as a whole, because it identifies the row.
            if isRow, step == .key("id") { return levels }
            levels.append(step.name.map { isRow ? [$0, "id"] : [$0] })
            switch step {
            case .row, .index: isRow = true
            case .key, .any: isRow = false
            }
        }
        return levels
    }
}

extension [JSON] {
    fileprivate func index(of step: ValuePath.Step) -> Int? {
        switch step {
        case .key, .any: nil
        case .index(let index): indices.contains(index) ? index : nil
        case .row(let ids): firstIndex { $0["id"].map(ids.contains) ?? false }
        }
    }
}

/// The reason why a path has no value: the step, its place, and the existing members or elements.
struct NowhereReason: Error, Hashable {
    /// The step without a match.
    let step: String
    /// The path to this place, or an empty text for the state itself.
    let place: String
    /// The existing names, or the number of elements.
    let found: Found

    enum Found: Hashable {
        case members([String])
        case elements(Int)
        case rows([String])
        case single(String)
    }

    /// Whether a name is wrong, and not a position or an id.
    var isName: Bool {
        switch found {
        case .members, .single: true
        case .elements, .rows: false
        }
    }

    init(_ step: ValuePath.Step, in value: JSON, after way: [ValuePath.Step]) {
        self.step = [step].text
        place = way.text
        switch (value, step) {
        case (.object(let object), _): found = .members(object.members.map(\.key))
        case (.array(let rows), .row):
            var known: Set<JSON> = []
            let ids = rows.compactMap { $0["id"] }.filter { known.insert($0).inserted }
            // Either all texts of a list have quotes, or none.
            let isQuoted = ids.contains { $0.string != nil && $0.idText == $0.compact }
            found = .rows(ids.map { isQuoted ? $0.compact : $0.idText })
        case (.array(let rows), _): found = .elements(rows.count)
        default: found = .single(value.excerpt(40))
        }
    }

    /// The most similar name.
    var nearest: String? {
        switch found {
        case .members(let names): step.nearest(in: names)
        case .rows(let ids):
            ids.contains { $0.hasPrefix("\"") } && !step.hasPrefix("[id=\"")
                ? JSON.string(String(step.dropFirst(4).dropLast())).compact.nearest(in: ids)
                : String(step.dropFirst(4).dropLast()).nearest(in: ids)
        case .elements, .single: nil
        }
    }
}

extension JSON {
    /// An id as it is written in a path, in quotes if it would be read as another value.
    var idText: String {
        guard let string, !string.isEmpty, !string.hasPrefix("\""), !string.contains("]"),
            (try? JSON(parsing: string)) == nil
        else { return compact }
        return string
    }
}

extension [ValuePath.Step] {
    /// A text such as `records[id=w-4].grams`, or an empty text for the state itself.
    var text: String {
        var text = ""
        for step in self {
            switch step {
            case .key(let key) where key.isWord && (key != "$" || !text.isEmpty): text += text.isEmpty ? key : ".\(key)"
            case .key(let key): text += "[\(JSON.string(key).compact)]"
            case .index(let index): text += "[\(index)]"
            case .row(let ids): text += "[id=\(ids.count > 1 ? ids[1].string ?? "" : ids[0].idText)]"
            case .any: text += "[*]"
            }
        }
        return text
    }
}

extension String {
    fileprivate var isWord: Bool { !isEmpty && allSatisfy { !".[]/\"".contains($0) && !$0.isWhitespace } }
}

/// A parser of a ``ValuePath``.
private struct StatePathReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func steps() -> [ValuePath.Step]? {
        if rest.hasPrefix("/") {
            let names = rest == "/" ? [] : rest.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            return names.map { name in
                if name == "*" { return .any }
                let name = String(name).replacing("~1", with: "/").replacing("~0", with: "~")
                return Int(position: name).map { ValuePath.Step.index($0) } ?? .key(name)
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
        if rest.hasPrefix("\"") { return value()?.string.map { .key($0) } }
        let isRow = rest.hasPrefix("id=")
        if isRow {
            rest = rest.dropFirst(3)
            if let first = rest.first, "\"[{".contains(first), let id = value() {
                return .row(id.string == nil ? [id, .string(id.compact)] : [id])
            }
        }
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inside = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        guard isRow else { return inside == "*" ? .any : Int(position: inside).map { .index($0) } }
        if inside.isEmpty { return nil }
        // The id may have no quotes, because a shell removes them, so a number can be a text.
        return .row(((try? JSON(parsing: inside)).map { [$0] } ?? []) + [.string(inside)])
    }

    /// Parses a value before a closing bracket. The value can contain brackets: it ends at the first bracket before which it is
    /// valid JSON.
    private mutating func value() -> JSON? {
        for end in rest.indices where rest[end] == "]" {
            guard let value = try? JSON(parsing: String(rest[..<end])) else { continue }
            rest = rest[rest.index(after: end)...]
            return value
        }
        return nil
    }
}

extension Int {
    /// Parses a position, or returns nil for another spelling of it, which is a name.
    fileprivate init?(position text: String) {
        guard let number = Int(text), "\(number)" == text else { return nil }
        self = number
    }
}
