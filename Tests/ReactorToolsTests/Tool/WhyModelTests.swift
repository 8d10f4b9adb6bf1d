import Reactor
import ReactorFoundation
import ReactorJSON
import ReactorRecording
import ReactorTerminal
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorTools

/// The naive model: the whole state encoded after each step, and the value searched in its JSON.
@Suite("Why, over random histories")
struct WhyModelTests {
    private static let paths = [
        "$", "tins", "tins[0].grams", "tins[id=b]", "tins[id=c].owner", "tins[2]", "rows", "rows[id=b].grams",
        "rows[1]", "rows[0].owner", "note", "note.document.text", "note.done[0].document.text", "draft.text", "draft",
        "saved.rows[id=1].grams", "saved.rows[0]", "saved", "names.b", "names", "last",
    ]

    @Test(
        "`why` finds the changes of complete encodings, over versions, resets, undo, responses and incomplete ends"
    )
    func againstWholeStates() async throws {
        var seen: [String: Int] = [:]
        var (torn, blotted) = (0, 0)
        for seed in Loops.seeds(of: 120) {
            var random = ReactorTesting.SeededRandom(seed: seed)
            let shelf = try ShelfTool()
            let folder = shelf.path("cellar")
            try await Session.record(folder, &random)
            if random.chance(50) {
                try Self.tear(folder, &random)
                torn += 1
            }
            let recording = try RecordingFile(path: folder)
            let states = try Self.states(of: recording)
            for text in Self.paths {
                let path = try #require(ValuePath(text))
                let expected = try History(of: path, in: states)
                let comment: Comment = "\(text), seed \(seed)"
                guard let found = try answer(path, recording) else {
                    try #require(expected.changes.isEmpty && expected.now == nil, comment)
                    continue
                }
                try #require(found["value"] == expected.now, comment)
                try #require(found["at"]?.int == Int(states.last?.seq ?? 0), comment)
                try #require(found["changes"]?.int == expected.changes.count, comment)
                let all = try #require(found["all"]?.array).reversed()
                for (told, change) in zip(all, expected.changes) {
                    try #require(told["before"] == change.before && told["after"] == change.after, comment)
                    try #require(told["entry"]?.int.map { change.step.contains(UInt64($0)) } == true, comment)
                }
                try #require(
                    (found["put"]?["entry"]?.int).map { expected.put?.contains(UInt64($0)) == true }
                        ?? (expected.put == nil), comment)
                seen[text, default: 0] += expected.changes.count
                // The secret is in no answer, and hides no change.
                let redacted = try #require(try answer(path, recording, Session.redactor))
                try #require(redacted["changes"] == found["changes"] && !"\(redacted)".contains("Ada"), comment)
                if "\(found)".contains("Ada") { blotted += 1 }
            }
        }
        // A sample of the seeds changes some values less often.
        guard Loops.isThorough else { return }
        #expect(Set(seen.filter { $0.value > 2 }.keys) == Set(Self.paths))
        #expect(torn > 0 && blotted > 0)
    }

    @Test("The first of two rows with the same id is used")
    func anotherRowWithTheID() async throws {
        let shelf = try ShelfTool()
        let folder = shelf.path("cellar")
        let opened = try await Core.open(
            journal: folder, initial: Cellar(), catalog: Cellar.catalog, configuration: Session.configuration())
        opened.core.fire(event: JarPut(id: "b", place: 0))
        opened.core.fire(event: JarWeighed(id: "b", grams: 7))
        opened.core.fire(event: JarPut(id: "a", place: 0))
        opened.core.fire(event: JarPut(id: "b", place: 0))
        // The jar of 7 grams is the third now, and removed with this.
        opened.core.fire(event: JarGone(id: "none", place: 2))
        await opened.core.settled()
        try await opened.close()
        let path = try #require(ValuePath("tins[id=b].grams"))
        let recording = try RecordingFile(path: folder)
        let found = try #require(try answer(path, recording))
        #expect(found["all"]?.array?.map { $0["entry"] } == [5, 2, 1])
        #expect(found["value"] == 0)
    }

    private func answer(_ path: ValuePath, _ recording: RecordingFile, _ redactor: Redactor? = nil) throws -> JSON? {
        let progress = ProgressLine(on: Output(to: MemorySink(), screen: .none, capacity: 0))
        let question = ValueQuestion(path: path, through: nil, all: true, redactor: redactor)
        do {
            var answer = try question.answer(in: recording, Cellar.catalog, progress)
            try answer.findEvents(in: recording)
            return answer.json(all: true)
        } catch is ToolError { return nil }
    }

    /// The state after each step. A group is one change, so the states inside of it do not count, for the position of a row neither.
    private static func states(of recording: RecordingFile) throws -> [Moment] {
        var replay = try Replay(recording.header, catalog: Cellar.catalog)
        var states = [Moment(seq: replay.seq, json: try JSON(canonicallyEncoding: replay.state))]
        var lines = try recording.lines(after: replay.seq)
        while let line = try lines.next() {
            try replay.read(line)
            guard case .entry(let entry) = line, entry.group?.isLast != false else { continue }
            states.append(Moment(seq: replay.seq, json: try JSON(canonicallyEncoding: replay.state)))
        }
        return states
    }

    /// Cuts bytes off the last file, as a crash of the machine does.
    private static func tear(_ folder: String, _ random: inout ReactorTesting.SeededRandom) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let file = "\(folder)/\(try #require(names.filter { $0.hasSuffix(".jsonl") }.max()))"
        // The file with the synced length was not written yet.
        for name in names where !name.hasSuffix(".jsonl") {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
        guard bytes.count > header + 2 else { return }
        let kept = max(header + 1, bytes.count - 1 - random.below(600))
        try bytes.prefix(kept).write(to: URL(fileURLWithPath: file))
    }
}

/// A state, and its entry.
private struct Moment {
    let seq: UInt64
    let json: JSON
}

/// Every change of a value, by hand.
private struct History {
    struct Change {
        let step: ClosedRange<UInt64>
        let before: JSON?
        let after: JSON?
    }

    private(set) var now: JSON?
    private(set) var changes: [Change] = []
    private(set) var put: ClosedRange<UInt64>?

    init(of path: ValuePath, in states: [Moment]) throws {
        // Ids of rows at the end.
        var (steps, inner) = (path.steps, states.last?.json)
        for (index, step) in steps.enumerated() {
            if case .index(let position) = step, let rows = inner?.array, rows.indices.contains(position) {
                let ids = rows.map { $0["id"] }
                if !ids.contains(nil), Set(ids).count == ids.count, let id = ids[position] { steps[index] = .row([id]) }
            }
            var near = 0
            inner = inner.flatMap { Self.inner($0, steps[index], &near) }
        }
        var near = steps.map { _ in 0 }
        var last: UInt64?
        for state in states {
            var value: JSON? = state.json
            for (place, step) in steps.enumerated() {
                value = value.flatMap { Self.inner($0, step, &near[place]) }
                if value == nil { near[place] = 0 }
            }
            defer { (now, last) = (value, state.seq) }
            guard let last, value != now else { continue }
            let step = last + 1...state.seq
            changes.append(Change(step: step, before: now, after: value))
            put = value == nil ? nil : now == nil ? step : put
        }
    }

    private static func inner(_ json: JSON, _ step: ValuePath.Step, _ near: inout Int) -> JSON? {
        switch (step, json) {
        case (.key(let key), .object(let object)): return object[key]
        case (.index(let index), .array(let rows)): return rows.indices.contains(index) ? rows[index] : nil
        case (.row(let ids), .array(let rows)):
            let found = rows.indices.filter { rows[$0]["id"].map(ids.contains) ?? false }
                .min { (abs($0 - near), -$0) < (abs($1 - near), -$1) }
            near = found ?? 0
            return found.map { rows[$0] }
        default: return nil
        }
    }
}

/// Jars in a plain array and among rows with ids, a note with its steps, a draft that is reset, and rows of a server.
private struct Cellar: State, Codable {
    struct Jar: Codable, Identifiable {
        let id: String
        var grams = 0
        var owner = "Ada"
    }
    struct Note: State, Codable, UndoableDocument {
        var text = ""
        mutating func react(to event: any Event) { if let event = event as? Written { text += event.text } }
    }
    struct Draft: Codable { var text = "" }
    struct Saved: Codable, Equatable, Identifiable {
        let id: Int
        var grams: Int
    }

    /// Ids may occur twice.
    var tins: [Jar] = []
    var rows = KeyedRows<String, Jar>()
    var note = Undoable(Note())
    var draft: Draft?
    var saved = ServerRows<Saved, Int>()
    var names: [String: String] = [:]
    var last = ""

    mutating func react(to event: any Event) {
        note.react(to: event)
        switch event {
        case let event as JarPut:
            tins.insert(Jar(id: event.id), at: Swift.min(event.place, tins.count))
            if rows[id: event.id] == nil { rows.append(Jar(id: event.id)) }
        case let event as JarGone:
            if !tins.isEmpty { tins.remove(at: event.place % tins.count) }
            rows.remove(id: event.id)
        case let event as JarWeighed:
            for index in tins.indices where tins[index].id == event.id { tins[index].grams = event.grams }
            rows[id: event.id]?.grams = event.grams
            last = event.id
        case let event as JarNamed:
            rows[id: event.id]?.owner = "Ada \(event.owner)"
            names[event.id] = event.owner.isEmpty ? nil : event.owner
        case let event as SavedPut:
            let index = saved.rows.index(of: event.id)
            if let grams = event.grams {
                saved.rows.remove(id: event.id)
                saved.rows.insert(Saved(id: event.id, grams: grams), at: index ?? 0)
            } else {
                saved.rows.remove(id: event.id)
            }
        case let event as Drafted: draft = Draft(text: (draft?.text ?? "") + event.text)
        case is Reset<Draft>: draft = nil
        case is Reset<Cellar>: self = Cellar()
        default: break
        }
    }

    static let catalog = EventCatalog<Cellar>(
        version: 2,
        upcasting: [
            1: { state in
                state.rename("boxes", to: "tins")
                let empty = try JSON(canonicallyEncoding: Cellar())
                for member in ["rows", "note", "saved", "names", "last"] { state.add(member, empty[member] ?? .null) }
            }
        ],
        parts: [.part(\.note, as: "note"), .part(\.draft, as: "draft")],
        events: [
            .event(JarPut.self, as: "jar.put", version: 2, upcasting: [1: { $0.rename("where", to: "place") }]),
            .event(JarGone.self, as: "jar.gone"), .event(JarWeighed.self, as: "jar.weighed"),
            .event(JarNamed.self, as: "jar.named"), .event(SavedPut.self, as: "saved.put"),
            .event(Drafted.self, as: "drafted"), .event(Written.self, as: "written"),
            .reset(Cellar.self, as: "cellar.reset"),
        ])
}

private struct JarPut: Event, Codable { let id: String; let place: Int }
private struct JarGone: Event, Codable { let id: String; let place: Int }
private struct JarWeighed: Event, Codable { let id: String; let grams: Int }
private struct JarNamed: Event, Codable { let id: String; let owner: String }
private struct SavedPut: Event, Codable { let id: Int; let grams: Int? }
private struct Drafted: Event, Codable { let text: String }
private struct Written: Event, Codable { let text: String }

/// The cellar of the first version.
private struct OldCellar: State, Codable {
    var boxes: [Cellar.Jar] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as BoxPut: boxes.insert(Cellar.Jar(id: event.id), at: Swift.min(event.where, boxes.count))
        case let event as JarWeighed:
            for index in boxes.indices where boxes[index].id == event.id { boxes[index].grams = event.grams }
        default: break
        }
    }

    static let catalog = EventCatalog<OldCellar>(events: [
        .event(BoxPut.self, as: "jar.put"), .event(JarWeighed.self, as: "jar.weighed"),
    ])
}

private struct BoxPut: Event, Codable { let id: String; let `where`: Int }

/// Launches of an app, of which the first may be of the first version.
private enum Session {
    static let redactor = Redactor(
        state: [[.anywhere, "owner"]], events: ["jar.named": [["owner"]]])

    private struct Weigh: Command {
        let id: String
        let grams: Int
        func execute(state: Cellar, core: Core<Cellar>) async throws {
            core.fire(event: JarWeighed(id: id, grams: grams))
        }
    }

    static func configuration() -> JournalConfiguration {
        JournalConfiguration(
            app: "cellar", rotation: Rotation(entries: 40, keeping: nil), gathering: .zero, report: { _ in })
    }

    static func record(_ folder: String, _ random: inout ReactorTesting.SeededRandom) async throws {
        if random.chance(50) {
            let old = try await Core.open(
                journal: folder, initial: OldCellar(), catalog: OldCellar.catalog, configuration: configuration())
            for _ in 0..<random.below(12) {
                let id = ["a", "b", "c"][random.below(3)]
                old.core.fire(event: BoxPut(id: id, where: random.below(3)))
                if random.chance(50) { old.core.fire(event: JarWeighed(id: id, grams: random.below(3))) }
            }
            let prediction = random.chance(50) ? old.core.predict(JarWeighed(id: "b", grams: 9)) : nil
            await old.core.settled()
            try await old.close()
            withExtendedLifetime(prediction) {}
        }
        for _ in 1...2 {
            let opened = try await Core.open(
                journal: folder, initial: Cellar(), catalog: Cellar.catalog, configuration: configuration())
            try await use(opened, &random)
            try await opened.close()
        }
    }

    private static func use(_ opened: OpenedCore<Cellar>, _ random: inout ReactorTesting.SeededRandom) async throws {
        let core = opened.core
        var predictions = opened.pending.map(\.prediction)
        for _ in 0..<10 + random.below(60) {
            switch random.below(10) {
            case 0: predictions.append(core.predict(event(&random)))
            case 1 where !predictions.isEmpty:
                predictions.remove(at: random.below(predictions.count))
                    .commit(with: several(&random), then: several(&random))
            case 2 where !predictions.isEmpty: predictions.removeLast().rollback(with: several(&random))
            case 3 where !predictions.isEmpty: predictions.removeFirst().commit()
            case 4: core.fire(events: several(&random) + [event(&random)])
            case 5: core.fire(event: event(&random), .authoritative)
            case 6: _ = await core.fire(command: Weigh(id: "b", grams: random.below(4))).outcome
            case 7:
                let note = await core.state.note
                if let undo = random.chance(60) ? note.undoEvent : nil { core.fire(event: undo) }
                if let redo = random.chance(30) ? note.redoEvent : nil { core.fire(event: redo) }
            case 8 where random.chance(20): core.fire(event: Reset<Cellar.Draft>())
            case 9 where random.chance(5): core.fire(event: Reset<Cellar>())
            default: core.fire(event: event(&random))
            }
        }
        await core.settled()
        withExtendedLifetime(predictions) {}
    }

    private static func several(_ random: inout ReactorTesting.SeededRandom) -> [any Event] {
        (0..<random.below(3)).map { _ in event(&random) }
    }

    private static func event(_ random: inout ReactorTesting.SeededRandom) -> any Event {
        let id = ["a", "b", "c"][random.below(3)]
        return switch random.below(9) {
        case 0, 1: JarPut(id: id, place: random.below(4))
        case 2: JarGone(id: id, place: random.below(4))
        case 3: JarNamed(id: id, owner: ["", "Grace", "Bob"][random.below(3)])
        case 4: SavedPut(id: random.below(2), grams: random.chance(70) ? random.below(3) : nil)
        case 5: Drafted(text: "d")
        case 6: Written(text: "w")
        default: JarWeighed(id: id, grams: random.below(3))
        }
    }
}
