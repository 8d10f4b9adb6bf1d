import ReactorRecording
import ReactorTerminal

/// A path into a state's JSON, as a person writes it: `records[3].grams`, `records[id=w-4].grams` or `/records/3/grams`; `*`
/// stands for each element.
struct StatePath: Hashable {
    enum Step: Hashable {
        case key(String)
        case index(Int)
        /// The element that has one of these ids: an id that is written without quotes may be a text or not.
        case row([JSON])
        /// Each element.
        case any

        /// What it is called where it leads to a member: a number may be the name of one.
        var name: String? {
            switch self {
            case .key(let key): key
            case .index(let index): "\(index)"
            case .row, .any: nil
            }
        }
    }

    /// As it was written.
    let text: String
    let steps: [Step]

    /// What a path looks like, for messages.
    static let form = "a path into the state, as 'records[3].grams', 'records[id=w-4].grams' or '/records/3/grams'"

    /// Nil for what is no path.
    init?(_ text: String) {
        var reader = StatePathReader(text)
        guard let steps = reader.steps() else { return nil }
        self.text = text
        self.steps = steps
    }

    /// Whether a row is named by its position: the row that is there depends on the state.
    var namesPositions: Bool {
        steps.contains { if case .index = $0 { true } else { false } }
    }

    /// Whether it may lead to several values.
    var namesSeveral: Bool { steps.contains(.any) }

    /// Why a way to its value leads nowhere in a state, nil where it leads to something.
    ///
    /// - Parameter redactor: the secrets. Ids may be secret: places are then named as the path was written.
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

extension [StatePath.Step] {
    /// The members on the way, level by level, for ``StateEncoding``; of rows also the ids by which they are found.
    var members: [[String]?] {
        var (levels, isRow) = ([[String]?](), false)
        for step in self {
            // An id is encoded whole, since rows are found by it.
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
    fileprivate func index(of step: StatePath.Step) -> Int? {
        switch step {
        case .key, .any: nil
        case .index(let index): indices.contains(index) ? index : nil
        case .row(let ids): firstIndex { $0["id"].map(ids.contains) ?? false }
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

    /// Whether a name is wrong, and not a position or an id beyond what there is.
    var isName: Bool {
        switch found {
        case .members, .single: true
        case .elements, .rows: false
        }
    }

    init(_ step: StatePath.Step, in value: JSON, after way: [StatePath.Step]) {
        self.step = [step].text
        place = way.text
        switch (value, step) {
        case (.object(let object), _): found = .members(object.members.map(\.key))
        case (.array(let rows), .row):
            var known: Set<JSON> = []
            found = .rows(rows.compactMap { $0["id"] }.filter { known.insert($0).inserted }.map(\.idText))
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
    /// An id as it is written in a path: a text that is read as something else stands in quotes.
    var idText: String {
        guard let string, !string.isEmpty, !string.hasPrefix("\""), !string.contains("]"),
            (try? JSON(parsing: string)) == nil
        else { return compact }
        return string
    }
}

extension [StatePath.Step] {
    /// `records[id=w-4].grams`; `$` for the state itself stays empty.
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

/// Reads a ``StatePath``.
private struct StatePathReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func steps() -> [StatePath.Step]? {
        if rest.hasPrefix("/") {
            let names = rest == "/" ? [] : rest.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            return names.map { name in
                if name == "*" { return .any }
                let name = String(name).replacing("~1", with: "/").replacing("~0", with: "~")
                return Int(position: name).map { StatePath.Step.index($0) } ?? .key(name)
            }
        }
        if rest == "$" { return [] }
        var steps: [StatePath.Step] = []
        while !rest.isEmpty {
            guard let step = rest.hasPrefix("[") ? bracket() : name(isFirst: steps.isEmpty) else { return nil }
            steps.append(step)
        }
        return steps.isEmpty ? nil : steps
    }

    private mutating func name(isFirst: Bool) -> StatePath.Step? {
        if !isFirst {
            guard rest.hasPrefix(".") else { return nil }
            rest.removeFirst()
        }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard String(name).isWord else { return nil }
        rest = rest.dropFirst(name.count)
        return .key(String(name))
    }

    private mutating func bracket() -> StatePath.Step? {
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
        // An id need not be in quotes, which a shell takes away: what looks like a number may be a text.
        return .row(((try? JSON(parsing: inside)).map { [$0] } ?? []) + [.string(inside)])
    }

    /// A value before a closing bracket. It may hold brackets: the first one before which it is JSON ends it.
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
    /// A position, nil for another spelling of it: that is a name.
    fileprivate init?(position text: String) {
        guard let number = Int(text), "\(number)" == text else { return nil }
        self = number
    }
}
