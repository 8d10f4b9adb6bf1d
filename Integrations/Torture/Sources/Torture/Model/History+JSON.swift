import ReactorRecording

/// A line of a history or of the protocol that is not valid.
package struct FormatError: Error, Equatable, CustomStringConvertible {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}

extension History {
    /// Reads a history: a header, which may be absent, and one step a line.
    ///
    /// - Throws: ``TortureError/history(line:reason:)``.
    package init(text: String) throws(TortureError) {
        var isFirst = true
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            do {
                let json = try JSON(parsing: line.utf8)
                if isFirst && json["s"] == nil {
                    isPushed = try json.flag("push") ?? true
                    isInOrder = try json.flag("fifo") ?? true
                    hasEcho = try json.flag("echo") ?? false
                } else {
                    steps.append(try Step(json))
                }
                isFirst = false
            } catch {
                throw .history(line: index + 1, reason: "\(error)")
            }
        }
    }

    /// The history in the format of a file.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    package var lines: [String] {
        var header: JSON.Object = ["push": .bool(isPushed), "fifo": .bool(isInOrder)]
        if hasEcho { header["echo"] = true }
        return [JSON.object(header).compact] + steps.map { $0.json.compact }
    }
}

extension Step {
    init(_ json: JSON) throws {
        let kind: Kind =
            switch json["s"]?.string {
            case "act": .act(try Operation(json.member("op")), isPlain: try json.flag("plain") ?? false)
            case "other": .other(try Operation(json.member("op")))
            case "push": .push(isKept: try json.flag("keep") ?? false)
            case "serve": .serve(try json.count("n"), try Treatment(json))
            case "deliver": .deliver(try json.count("n"), isKept: try json.flag("keep") ?? false)
            case "refresh": .refresh(page: try json.number("page"))
            case "signout": .signOut
            case "restart": .restart
            case let name?: throw FormatError("\"s\" is \"\(name)\", which is no step")
            case nil: throw FormatError("a step needs \"s\", a text that names it")
            }
        self.init(kind, turns: try json.number("turns"))
    }

    var json: JSON {
        var object: JSON.Object
        switch kind {
        case .act(let operation, let isPlain):
            object = ["s": "act", "op": operation.json]
            if isPlain { object["plain"] = true }
        case .other(let operation): object = ["s": "other", "op": operation.json]
        case .push(let isKept):
            object = ["s": "push"]
            if isKept { object["keep"] = true }
        case .serve(let number, let treatment):
            object = ["s": "serve", "n": JSON(number), "how": .string(treatment.rawValue)]
        case .deliver(let number, let isKept):
            object = ["s": "deliver", "n": JSON(number)]
            if isKept { object["keep"] = true }
        case .refresh(let page):
            object = ["s": "refresh"]
            if let page { object["page"] = JSON(page) }
        case .signOut: object = ["s": "signout"]
        case .restart: object = ["s": "restart"]
        }
        if let turns { object["turns"] = JSON(turns) }
        return .object(object)
    }
}

extension Step.Treatment {
    fileprivate init(_ json: JSON) throws {
        let name = try json.text("how")
        guard let treatment = Self(rawValue: name) else {
            throw FormatError("\"how\" is \"\(name)\"; it is one of ok, adjust, refuse, lose, drop")
        }
        self = treatment
    }
}

extension Operation {
    init(_ json: JSON) throws {
        let id = try json.text("id")
        self =
            switch try json.text("t") {
            case "set": .set(id, value: try json.count("v"))
            case "add": .add(id, try json.count("d"))
            case "put": .put(id, value: try json.count("v"), place: try json.count("p"))
            case "del": .delete(id)
            case "mov": .move(id, place: try json.count("p"))
            case let name: throw FormatError("\"t\" is \"\(name)\"; it is one of set, add, put, del, mov")
            }
    }

    package var json: JSON {
        switch self {
        case .set(let id, let value): ["t": "set", "id": .string(id), "v": JSON(value)]
        case .add(let id, let count): ["t": "add", "id": .string(id), "d": JSON(count)]
        case .put(let id, let value, let place):
            ["t": "put", "id": .string(id), "v": JSON(value), "p": JSON(place)]
        case .delete(let id): ["t": "del", "id": .string(id)]
        case .move(let id, let place): ["t": "mov", "id": .string(id), "p": JSON(place)]
        }
    }
}

extension JSON {
    init(_ number: Int) { self = .number(Number(number)) }

    func member(_ key: String) throws -> JSON {
        guard let member = self[key] else { throw FormatError("\"\(key)\" is missing") }
        return member
    }

    func text(_ key: String) throws -> String {
        guard let text = try member(key).string else { throw FormatError("\"\(key)\" is no text") }
        return text
    }

    func count(_ key: String) throws -> Int {
        guard let count = try member(key).int else { throw FormatError("\"\(key)\" is no whole number") }
        return count
    }

    /// A number that may be absent or null.
    func number(_ key: String) throws -> Int? {
        guard let member = self[key], !member.isNull else { return nil }
        guard let number = member.int else { throw FormatError("\"\(key)\" is no whole number") }
        return number
    }

    /// Absent and null are nil.
    func flag(_ key: String) throws -> Bool? {
        guard let member = self[key], !member.isNull else { return nil }
        guard let flag = member.bool else { throw FormatError("\"\(key)\" is neither true nor false") }
        return flag
    }

    /// Absent and null are an empty list.
    func list(_ key: String) throws -> [JSON] {
        guard let member = self[key], !member.isNull else { return [] }
        guard let list = member.array else { throw FormatError("\"\(key)\" is no list") }
        return list
    }
}

extension JSON.Object: @retroactive ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral members: (String, JSON)...) {
        self.init()
        for (key, value) in members { self[key] = value }
    }
}
