import Reactor
import ReactorJSON
import ReactorRecording
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorTools

/// The naive model: the whole state encoded each time, and the value searched in its JSON.
@Suite("A value in consecutive states")
struct FollowedValueTests {
    private func step(_ step: StatePath.Step, in json: JSON, near: Int) -> (JSON, Int)? {
        switch (step, json) {
        case (.key(let key), .object(let object)): return object[key].map { ($0, 0) }
        case (.index(let index), .array(let rows)): return rows.indices.contains(index) ? (rows[index], index) : nil
        case (.index, .object(let object)): return step.name.flatMap { object[$0] }.map { ($0, 0) }
        case (.row(let ids), .array(let rows)):
            let places = rows.indices.filter { rows[$0]["id"].map(ids.contains) ?? false }
            // If there are two it is the nearer one, and of two equally near ones the later one.
            return places.min { (abs($0 - near), -$0) < (abs($1 - near), -$1) }.map { (rows[$0], $0) }
        default: return nil
        }
    }

    private static let paths = [
        "$", "rows", "rows[1]", "rows[id=b].grams", "rows[id=b]", "rows[id=c].tags[0]", "plain[2].twin.name",
        "plain[id=2]",
        "plain[id=3].twin", "names.a", "names.é", "numbers.7", "numbers[\"07\"]", "kinds.round", "odd[1]", "odd[2]",
        "odd[id=2].id", "set[1]", "set", "shape.round.radius", "shape.square", "shape.named._0", "wrapped.value[0]",
        "wrapped", "nested.deep[1]", "nested.deep[0].inner", "nested", "child.super.base", "child.own", "child",
        "renamed_to", "twice", "twice.a", "matrix[1][0]", "matrix[2]", "maybe.name", "maybe", "version.a", "date.x",
        "listed[id=b]", "listed[0].grams", "bare", "bare[1]",
    ]

    /// A path, and the known information about its value.
    private struct Asked {
        let text: String
        let steps: [StatePath.Step]
        var cursor: ValueCursor
        let encoding: StateEncoding
        var near: [Int]
        var last: (value: EncodedValue?, json: JSON?) = (nil, nil)

        /// - Parameter shortest: the length from which on the elements of a list are known one by one.
        init(_ text: String, shortest: Int) throws {
            self.text = text
            steps = try #require(StatePath(text)).steps
            cursor = ValueCursor(steps)
            encoding = StateEncoding(along: steps.members, shortest: shortest)
            near = steps.map { _ in 0 }
        }
    }

    @Test("The value equals that in the JSON of the whole state, after every change")
    func againstWholeStates() throws {
        let redactors = [
            Redactor(state: [[.anywhere, "grams"]]), Redactor(state: [["rows", .any, "tags"], ["names", "*"]]),
            Redactor(state: [["plain", 2], ["shape"], ["matrix", 1, 0]]), Redactor(state: [[.anywhere]]),
        ]
        var (found, changed): (Set<String>, Set<String>) = ([], [])
        for seed in 1...UInt64(Loops.rounds(of: 100, atLeast: 5)) {
            var random = ReactorTesting.SeededRandom(seed: seed)
            var state = Wide()
            // Lists in this state are short.
            let shortest = seed.isMultiple(of: 2) ? 1 : 17
            var asked = try Self.paths.map { try Asked($0, shortest: shortest) }
            let whole = StateEncoding(shortest: shortest)
            for round in 1...150 {
                for _ in 1...3 { state.change(&random) }
                let json = try JSON(canonicallyEncoding: state)
                try #require(try whole.encoded(state).json.compact == json.compact, "seed \(seed), round \(round)")
                let blotted = redactors.map { $0.state(json) }
                for index in asked.indices {
                    let now = try look(&asked[index], in: state, json, seed)
                    guard let value = now.value else { continue }
                    found.insert(asked[index].text)
                    if now.isChanged { changed.insert(asked[index].text) }
                    let place = asked[index].cursor.standing
                    for (redactor, state) in zip(redactors, blotted) {
                        var expected: JSON? = state
                        for step in place { expected = expected.flatMap { Self.inner($0, step) } }
                        try #require(
                            redactor.value(value, at: place) == expected ?? Redactor.mark,
                            "\(asked[index].text), seed \(seed)")
                    }
                }
            }
        }
        // Another name is not found by any spelling of it; and a text has no members.
        let absent: Set = ["date.x", "numbers[\"07\"]"]
        #expect(Set(Self.paths).subtracting(found) == absent, "the others were there")
        let constant: Set = ["odd[id=2].id", "shape.square"]
        #expect(Set(Self.paths).subtracting(changed) == absent.union(constant), "the others changed")
    }

    /// Searches the value in both ways.
    private func look(
        _ asked: inout Asked, in state: Wide, _ whole: JSON, _ seed: UInt64
    ) throws -> (value: JSON?, isChanged: Bool) {
        var expected: JSON? = whole
        for (place, step) in asked.steps.enumerated() {
            guard let value = expected, let inner = self.step(step, in: value, near: asked.near[place]) else {
                expected = nil
                // A value that appears again is searched as in the beginning.
                for deeper in asked.near.indices[place...] { asked.near[deeper] = 0 }
                break
            }
            (expected, asked.near[place]) = inner
        }
        let value = asked.cursor.value(in: try asked.encoding.encoded(state))
        try #require(value?.json == expected, "\(asked.text), seed \(seed)")
        try #require(value?.excerpt(9) == expected?.excerpt(9), "\(asked.text), seed \(seed)")
        var isChanged = false
        if let value, let before = asked.last.value {
            isChanged = expected != asked.last.json
            try #require(value.isEqual(to: before) != isChanged, "\(asked.text), seed \(seed)")
            let (old, new) = (before.json, value.json)
            try #require(
                JSONPatch(from: before, to: value) == JSONPatch(from: old, to: new), "\(asked.text), seed \(seed)")
            try #require(
                JSONDifference(from: before, to: value).description == JSONDifference(from: old, to: new).description)
        }
        asked.last = (value, expected)
        return (expected, isChanged)
    }

    private static func inner(_ json: JSON, _ step: Redactor.Path.Step) -> JSON? {
        switch step {
        case .key(let key): json[key]
        case .index(let index): json.array?[index]
        case .any, .anywhere: nil
        }
    }

    @Test("Only members on the path are encoded")
    func offTheWay() throws {
        let steps = try #require(StatePath("rows[id=2].grams")).steps
        var cursor = ValueCursor(steps)
        let state = Guarded(rows: [Guarded.Row(id: 1), Guarded.Row(id: 2)])
        #expect(cursor.value(in: try StateEncoding(along: steps.members).encoded(state))?.json == 5)
        #expect(throws: Guarded.Refusal.self) { try JSON(canonicallyEncoding: state) }
    }

    @Test("A row that exists again is the first row with its id, wherever it was before")
    func thereAgain() throws {
        var cursor = ValueCursor(try #require(StatePath("rows[id=2].n")).steps)
        let states: [JSON] = [
            [["id": 1], ["id": 1], ["id": 1], ["id": 2, "n": 5]], [["id": 1]],
            [["id": 2, "n": 6], ["id": 1], ["id": 1], ["id": 2, "n": 7]],
        ]
        let found = states.map { cursor.value(in: .json(["rows": $0]))?.json }
        #expect(found == [5, nil, 6])
    }

    @Test("The steps of an Undoable are as secret as its document")
    func undoable() throws {
        var state = Undoable(Wide.Page())
        for text in ["a", "b", "c"] { state.react(to: Wide.Typed(text: text)) }
        if let undo = state.undoEvent { state.react(to: undo) }
        let redactor = Redactor(state: [["document", "text"]])
        let blotted = redactor.state(try JSON(canonicallyEncoding: state))
        for text in ["document.text", "done[0].document.text", "done[0]", "done", "undone[0].document.text", "undone"] {
            var cursor = ValueCursor(try #require(StatePath(text)).steps)
            let json = try #require(cursor.value(in: try StateEncoding().encoded(state))?.json, "\(text)")
            let way = try #require(StatePath(text)).steps
            var expected: JSON? = blotted
            for step in way { expected = expected.flatMap { self.step(step, in: $0, near: 0)?.0 } }
            #expect(redactor.value(json, at: cursor.standing) == expected, "\(text)")
            #expect("\(redactor.value(json, at: cursor.standing))".contains("redacted"), "\(text)")
        }
    }
}

/// A value whose other members refuse to be encoded.
private struct Guarded: Codable {
    struct Refusal: Error {}
    struct Mine: Codable, Hashable {
        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    struct Row: Codable {
        let id: Int
        var grams = 5
        var mine = Mine()
    }
    var mine = Mine()
    var rows: [Row]
}

/// A state with everything in it that a type may hand to an encoder.
private struct Wide: Encodable {
    struct Page: State, Codable, UndoableDocument {
        var text = ""
        mutating func react(to event: any Event) { if let event = event as? Typed { text += event.text } }
    }
    struct Typed: Event, Codable { let text: String }

    struct Row: Codable, Identifiable {
        let id: String
        var grams = 0
        var tags: [String] = ["x"]
        /// Never encoded: bytes differ, JSON does not.
        var cache = 0
        enum CodingKeys: String, CodingKey { case id, grams, tags }
    }
    struct Twin: Codable { var name: String }
    struct Plain: Codable {
        var id: Int
        var twin: Twin?
    }
    enum Shape: Codable {
        case round(radius: Int)
        case square
        case named(String)
    }
    enum Kind: String, Codable, CodingKeyRepresentable { case round, square }
    struct Key: Codable, Hashable { var id: Int }
    /// A single value that represents another.
    struct Wrapped: Encodable {
        var value: [String: [Int]]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
    struct Nested: Encodable {
        var numbers: [Int]
        enum CodingKeys: String, CodingKey { case deep, inner, late }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var deep = container.nestedUnkeyedContainer(forKey: .deep)
            var inner = deep.nestedContainer(keyedBy: CodingKeys.self)
            try container.encodeNil(forKey: .late)
            for number in numbers { try deep.encode(number) }
            // Encoded after the next value was begun.
            try inner.encode(numbers.count, forKey: .inner)
            if numbers.count > 2 { try container.encode(numbers, forKey: .late) }
        }
    }
    class Parent: Encodable {
        let base: Int
        init(base: Int) { self.base = base }
    }
    final class Child: Parent {
        let own: Int
        enum CodingKeys: String, CodingKey { case own }
        init(base: Int, own: Int) {
            self.own = own
            super.init(base: base)
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(own, forKey: .own)
            try super.encode(to: container.superEncoder())
        }
    }
    /// Writes a member twice.
    struct Twice: Encodable {
        var first: Int
        var second: Int?
        enum CodingKeys: String, CodingKey { case a, b }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(first, forKey: .a)
            if let second { try container.encode(second, forKey: .a) }
            try container.encode(1, forKey: .b)
        }
    }
    /// Encodes its elements itself, as a list that is not a container of the library.
    struct Bare: Encodable {
        var elements: [Int?]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        }
    }
    struct Listed: Encodable {
        var rows: [Row]
        func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
    }

    var rows = KeyedRows<String, Row>()
    var plain: [Plain] = []
    var names: [String: String] = [:]
    var numbers: [Int: Int] = [:]
    var kinds: [Kind: Int] = [:]
    var odd: [Key: Int] = [:]
    var set: Set<Int> = []
    var shape = Shape.square
    var wrapped = Wrapped(value: [:])
    var nested = Nested(numbers: [])
    var child = Child(base: 0, own: 0)
    var old = 0
    var twice = Twice(first: 0)
    var matrix: [[Int]] = [[], [1], []]
    var maybe: Twin??
    var version: Tracked<[String: Int]> = Tracked(wrappedValue: [:])
    var date = "x"
    var listed = Listed(rows: [])
    var bare = Bare(elements: [])

    enum CodingKeys: String, CodingKey {
        case rows, plain, names, numbers, kinds, odd, set, shape, wrapped, nested, child, twice, matrix, maybe, version
        case date, listed, bare
        case old = "renamed_to"
    }

    mutating func change(_ random: inout ReactorTesting.SeededRandom) {
        let id = ["a", "b", "c", "d"][random.below(4)]
        let number = random.below(4)
        switch random.below(24) {
        case 0: rows.append(Row(id: id, grams: number))
        case 1: rows.remove(id: id)
        case 2: rows[id: id]?.grams = number
        case 3: rows[id: id]?.cache += 1
        case 4: rows[id: id]?.tags = [id, "x"]
        case 5:
            // Another value with the same rows, or with others: no revision is known.
            rows = KeyedRows(uniqueRows: Array(rows).reversed())
        case 6: plain.insert(Plain(id: random.below(5), twin: nil), at: random.below(plain.count + 1))
        case 7: if plain.count > 4 { plain.remove(at: random.below(plain.count)) }
        case 8: if !plain.isEmpty { plain[random.below(plain.count)].twin = random.chance(30) ? nil : Twin(name: id) }
        case 9: plain.shuffle(using: &random)
        case 10:
            let name = random.chance(50) ? id : random.chance(50) ? "é" : "e\u{301}"
            names[name] = random.chance(20) ? nil : "\(number)"
        case 11: numbers[random.chance(50) ? 7 : number] = random.chance(20) ? nil : number
        case 12: kinds[number > 1 ? .round : .square] = random.below(3)
        case 13: odd[Key(id: number)] = random.chance(30) ? nil : random.below(3)
        case 14: if set.remove(number) == nil { set.insert(number) }
        case 15: shape = [.round(radius: number), .square, .named(id)][random.below(3)]
        case 16: wrapped.value["value"] = random.chance(20) ? nil : [number]
        case 17: nested.numbers = (0..<random.below(5)).map { _ in random.below(3) }
        case 18: child = Child(base: number, own: random.below(2))
        case 19: (old, twice) = (number, Twice(first: number, second: random.chance(60) ? 2 : nil))
        case 20: matrix[random.below(3)] = (0..<number).map { _ in random.below(2) }
        case 21: maybe = random.chance(40) ? nil : .some(.some(Twin(name: id)))
        case 22: version.wrappedValue[id] = number
        default:
            listed.rows = Array(rows)
            bare.elements = (0..<number).map { _ in random.chance(30) ? nil : random.below(2) }
        }
        // An equal value at another place in memory.
        if random.chance(10) { plain = plain.map { $0 } }
        if random.chance(10) { names = Dictionary(uniqueKeysWithValues: names.map { ($0, $1) }) }
    }
}
