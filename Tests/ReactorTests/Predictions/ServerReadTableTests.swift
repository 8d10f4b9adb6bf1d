import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

@Suite("The table of reads between changes")
struct ServerReadTableTests {
    /// Computes the same from all past operations, each time from the start.
    private struct NaiveReads {
        enum Happened {
            case began(Int, ServerReadTable.Change)
            case ended(Int)
            case asked(UInt64, isFirst: Bool, Set<LedgerEntity>, launch: UInt64?)
            case learned(UInt64, Set<LedgerEntity>)
            case askedAgain(UInt64)
            case limit(UInt64)
        }

        var history: [Happened] = []

        func changes() -> [Int: ServerReadTable.Change] {
            history.reduce(into: [:]) { if case .began(let id, let change) = $1 { $0[id] = change } }
        }

        func open() -> Set<Int> {
            history.reduce(into: []) { open, step in
                switch step {
                case .began(let id, _): open.insert(id)
                case .ended(let id): open.remove(id)
                default: break
                }
            }
        }

        func matters(_ change: Int, to read: UInt64) -> Bool {
            var about: Set<LedgerEntity>?
            for step in history {
                switch step {
                case .asked(read, _, let entities, _): about = entities
                case .learned(read, let entities): about?.formUnion(entities)
                default: break
                }
            }
            guard let about else { return false }
            return about.isEmpty || !about.isDisjoint(with: changes()[change]?.entities ?? [])
        }

        func pending(for read: UInt64) -> [Int] { open().filter { matters($0, to: read) } }

        func isOwn(_ change: Int, of read: UInt64) -> Bool {
            for case .asked(read, _, _, let launch) in history {
                return launch != nil && changes()[change]?.launch == launch
            }
            return false
        }

        func isCrossed(_ read: UInt64) -> Bool {
            let asked = history.lastIndex {
                switch $0 {
                case .asked(read, _, _, _), .askedAgain(read): true
                default: false
                }
            }
            return history[(asked ?? 0)...].contains {
                if case .ended(let id) = $0 { matters(id, to: read) } else { false }
            }
        }

        /// Whether a change that matters has ended since the read began.
        func anyEnded(since read: UInt64) -> Bool {
            let begun = history.firstIndex { if case .asked(read, _, _, _) = $0 { true } else { false } } ?? 0
            return history[begun...].contains { if case .ended(let id) = $0 { matters(id, to: read) } else { false } }
        }

        /// Whether a relevant change was pending when the read was requested: the response may include it, or not.
        func anyPending(whenAsked read: UInt64) -> Bool {
            let begun = history.firstIndex { if case .asked(read, _, _, _) = $0 { true } else { false } } ?? 0
            var before = self
            before.history.removeSubrange(begun...)
            return before.open().contains { matters($0, to: read) }
        }

        func isOverLimit(_ read: UInt64) -> Bool {
            history.contains { if case .limit(read) = $0 { true } else { false } }
        }
    }

    @Test("It decides like a model that uses all past operations", arguments: 0..<Loops.rounds(of: 1_600))
    func agreesWithTheModel(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var table = ServerReadTable()
        var model = NaiveReads()
        let entities = (0..<3).map { LedgerEntity($0) }
        func some(_ most: Int) -> [LedgerEntity] {
            entities.filter { _ in Int.random(in: 0...2, using: &random) < most }
        }
        func launch() -> UInt64? { Bool.random(using: &random) ? UInt64.random(in: 1...2, using: &random) : nil }
        /// Reads by their phase: true waits.
        var reads: [UInt64: (isFirst: Bool, waits: Bool)] = [:]
        var made: [UInt64: ServerRead] = [:]
        var learning: Set<UInt64> = []
        var nextChange = 0
        var nextRead: UInt64 = 0
        for _ in 0..<120 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2:
                nextChange += 1
                let change = ServerReadTable.Change(entities: some(1), launch: launch())
                table.changeBegan(change)
                model.history.append(.began(nextChange, change))
            case 3...4:
                guard let id = model.open().sorted().randomElement(using: &random) else { continue }
                let released = table.changeEnded(model.changes()[id]!).map(\.id)
                model.history.append(.ended(id))
                let expected = reads.filter { $0.value.waits && model.pending(for: $0.key).isEmpty }.keys.sorted()
                // A read that waits while a change is pending continues to wait.
                #expect(released == expected)
                for read in released {
                    reads[read]?.waits = false
                    model.history.append(.askedAgain(read))
                }
            case 5...6:
                nextRead += 1
                let about = some(1)
                let (own, isFirst) = (launch(), Bool.random(using: &random))
                let pending = model.open().sorted().map { model.changes()[$0]! }
                // A read about everything learns no ids.
                let learns = !about.isEmpty && Bool.random(using: &random)
                if learns { learning.insert(nextRead) }
                let read = ServerRead(nextRead, about: about, isFirst: isFirst, learns: learns, launch: own)
                let decision = table.begin(read, pending: pending)
                model.history.append(.asked(nextRead, isFirst: isFirst, Set(about), launch: own))
                let open = model.pending(for: nextRead)
                let isOwn = open.contains { model.isOwn($0, of: nextRead) }
                let waits = !open.isEmpty
                #expect(decision == (isOwn ? .own : waits ? .wait : .ask))
                if !isOwn { reads[nextRead] = (isFirst, waits) }
                made[nextRead] = read
            case 7...8:
                guard let id = reads.filter({ !$0.value.waits }).keys.sorted().randomElement(using: &random) else {
                    continue
                }
                if learning.contains(id) {
                    let more = some(1)
                    table.learned(made[id]!, about: more, pending: model.open().sorted().map { model.changes()[$0]! })
                    model.history.append(.learned(id, Set(more)))
                }
                let decision = table.answered(made[id]!)
                let pending = model.pending(for: id)
                let isFirst = reads[id]!.isFirst && !model.anyEnded(since: id) && !model.anyPending(whenAsked: id)
                let waits = !pending.isEmpty && !model.isOverLimit(id)
                let isCrossed = model.isCrossed(id)
                let expected: ServerRead.Decision =
                    if pending.contains(where: { model.isOwn($0, of: id) }) {
                        .own
                    } else if isCrossed {
                        waits ? .wait : .ask
                    } else if waits {
                        isFirst ? .showAndWait : .wait
                    } else {
                        .show
                    }
                #expect(decision == expected)
                switch decision {
                case .show, .own:
                    table.end(made[id]!)
                    reads[id] = nil
                case .showAndWait, .wait: reads[id] = (false, true)
                case .ask:
                    reads[id]?.waits = false
                    model.history.append(.askedAgain(id))
                case .refused: Issue.record("The table does not decide \(decision)")
                }
            default:
                guard let id = reads.keys.sorted().randomElement(using: &random) else { continue }
                if Bool.random(using: &random) {
                    table.end(made[id]!)
                    reads[id] = nil
                } else {
                    #expect(table.limitPassed(made[id]!) == reads[id]!.waits)
                    model.history.append(.limit(id))
                    if reads[id]!.waits { model.history.append(.askedAgain(id)) }
                    reads[id]?.waits = false
                }
            }
            #expect(table.isEmpty == reads.isEmpty)
        }
    }
}

extension ServerRead {
    fileprivate convenience init(
        _ id: UInt64, about entities: [LedgerEntity], isFirst: Bool, learns: Bool, launch: UInt64? = nil
    ) {
        self.init(
            id: id, about: entities, isFirst: isFirst, learns: learns, limit: nil, at: CallSite(#fileID, #line))
        self.launch = launch
    }
}
