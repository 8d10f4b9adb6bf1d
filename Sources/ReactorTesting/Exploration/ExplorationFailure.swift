import Reactor
import ReactorRecording

/// The failure of an ``Exploration``: a broken invariant with the shortest order that breaks it, or goals that no order reached.
public struct ExplorationFailure: Error, CustomStringConvertible, Sendable {
    /// The source of a Swift Testing file that performs the same order on a core and fails for the same reason. It is nil if
    /// goals were missed. It expects the invariants in a static property `invariants` of the type of the state.
    public let test: String?
    public let description: String

    init<StateType>(
        _ broken: Explorer<StateType>.Broken, from initial: StateType, _ report: ExplorationReport, site: TestSite,
        path: String?
    ) {
        let test = WrittenExploration(broken, from: initial, site: site, path: path)
        self.test = test.source
        let steps = broken.moves.described
        let shortest =
            "the shortest way has \(steps.count == 1 ? "1 step" : "\(steps.count) steps"); \(report.states) states were seen"
        let way = steps.isEmpty ? "the first state breaks it" : shortest
        let lines = steps.enumerated().map { "\n  \($0.offset + 1). \($0.element)" }.joined()
        let order =
            "\(site): the invariant '\(broken.invariant)' does not hold: \(way)\(lines)\nthe state: \(broken.state)"
        description = order + (path.map { Self.write(test.source, to: $0) } ?? "")
    }

    init(_ goals: [String], _ report: ExplorationReport, site: TestSite) {
        test = nil
        description =
            "\(site): no order reaches: \(goals.joined(separator: "; ")). Seen: \(report). "
            + "\(report.isComplete ? "Add" : "Explore deeper, or add") a step that leads there."
    }

    /// - Returns: The path of the test, or its text if the file cannot be written, so that the result of a long search is not
    ///   lost.
    private static func write(_ test: String, to path: String) -> String {
        do {
            let file = try SystemFileSystem().open(path, .replace)
            try file.writeAll(Array(test.utf8), at: 0)
            try file.sync(.disk)
            return "\na test that reproduces it: \(path)"
        } catch {
            return
                "\nThe test that reproduces it cannot be written to \(path): \(error)\nName a file in an existing folder that you "
                + "can write to, or copy the test from here:\n\n\(test)"
        }
    }
}

extension [ExplorationMove] {
    /// A description of each move. A prediction is named by its number, in the order of creation.
    fileprivate var described: [String] {
        numbered.map { move, number in
            switch move {
            case .fire(let event): "fire \(event)"
            case .place(let event): "the server sends \(event)"
            case .predict(let event, _): "predict \(event), as prediction \(number)"
            case .commit(_, nil): "commit prediction \(number)"
            case .commit(_, let events?):
                "commit prediction \(number) with \(events.isEmpty ? "nothing" : events.map { "\($0)" }.joined(separator: ", "))"
            case .rollback: "roll back prediction \(number)"
            case .read: "read \(number) begins"
            case .answer(_, let event): "the response of read \(number) is applied where the read began: \(event)"
            }
        }
    }

    /// The moves with the number of their prediction or read, or 0.
    fileprivate var numbered: [(move: ExplorationMove, number: Int)] {
        var last = 0
        var open: [(number: Int, owner: Any.Type?)] = []
        var lastRead = 0
        var reads: [Int] = []
        return map { move in
            switch move {
            case .fire(let event):
                if let target = type(of: event)._resetTarget { open.removeAll { $0.owner == target } }
                return (move, 0)
            case .place: return (move, 0)
            case .predict(_, let plan):
                last += 1
                open.append((last, plan.owner))
                return (move, last)
            case .commit(let rank, _), .rollback(let rank): return (move, open.remove(at: rank).number)
            case .read:
                lastRead += 1
                reads.append(lastRead)
                return (move, lastRead)
            case .answer(let rank, _): return (move, reads.remove(at: rank))
            }
        }
    }
}

/// The source of a test that performs an order on a core.
private struct WrittenExploration<StateType: State & Hashable> {
    private let invariant: String
    private let initial: StateType
    private let moves: [ExplorationMove]
    private let module: String
    private let name: String

    init(_ broken: Explorer<StateType>.Broken, from initial: StateType, site: TestSite, path: String?) {
        invariant = broken.invariant
        self.initial = initial
        moves = broken.moves
        module = String(site.fileID.prefix { $0 != "/" })
        let file = path?.split(separator: "/").last ?? "\(StateType.self)Order.swift"
        // File names may have characters that type names must not have.
        let word = file.prefix { $0 != "." }.map { $0.isLetter || $0.isNumber ? $0 : "_" }
        name = (word.first?.isLetter == true ? "" : "_") + String(word)
    }

    var source: String {
        """
        // The shortest of the orders that break it: \(moves.count) \(moves.count == 1 ? "step" : "steps").
        \(imports.joined(separator: "\n"))

        @Suite(\(literal(name)))
        struct \(name) {
            @Test(\(literal(invariant)))
            func holds() async throws {
                let invariant = try #require(\(StateType.self).invariants.first { $0.name == \(literal(invariant)) })
                let core = Core(state: \(initial))
        \(lines.map { "        \($0)" }.joined(separator: "\n"))
                #expect(invariant.holds(await core.state))
        \(ends.map { "        \($0)\n" }.joined())    }
        }

        """
    }

    /// The imports. The state is in the module of the test or in a module that the test imports.
    private var imports: [String] {
        let own = String(String(reflecting: StateType.self).prefix { $0 != "." })
        let imported = own == module ? [] : ["", "@testable import \(own)"]
        let hasReads = moves.contains { if case .read = $0 { true } else { false } }
        return ["import Reactor", "import ReactorRecording"] + (hasReads ? ["import ReactorTesting"] : [])
            + ["import Testing"] + imported
    }

    private var lines: [String] {
        moves.numbered.map { move, number in
            switch move {
            case .fire(let event): "core.fire(event: \(event))"
            case .place(let event): "core.fire(event: \(event), .authoritative)"
            case .predict(let event, let plan):
                "let prediction\(number) = core.predict(\(event)\(plan.owner.map { ", owner: \($0).self" } ?? ""))"
            case .commit(_, nil): "prediction\(number).commit()"
            case .commit(_, let answer?):
                "prediction\(number).commit(with: [\(answer.map { "\($0)" }.joined(separator: ", "))])"
            case .rollback: "prediction\(number).rollback()"
            case .read: "let read\(number) = core.beginRead()"
            case .answer(_, let event): "read\(number).respond(with: \(event))"
            }
        }
    }

    /// Code that keeps pending predictions alive until the state was checked, because a released prediction is rolled back. A
    /// read without a response has no effect.
    private var ends: [String] {
        var pending: [Int] = []
        for (move, number) in moves.numbered {
            switch move {
            case .predict: pending.append(number)
            case .commit, .rollback: pending.removeAll { $0 == number }
            case .fire, .place, .read, .answer: break
            }
        }
        return pending.map { "prediction\($0).rollback()" }
    }

    private func literal(_ text: String) -> String { text.debugDescription }
}
