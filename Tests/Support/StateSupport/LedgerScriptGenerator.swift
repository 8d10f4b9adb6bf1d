import ReactorTesting

/// Generates scripts with several open predictions and marks, and sometimes with steps that must be refused.
struct LedgerScriptGenerator {
    private var numbers: SeededRandom
    private var predictions: [UInt64] = []
    private var marks: [UInt64] = []
    private var lastPrediction: UInt64 = 0
    private var lastMark: UInt64 = 0
    /// Whether the events of this script declare what they are about.
    private var namesCells = false
    /// Whether this script contains reads, many concurrent ones, rather than predictions.
    private var readsMuch = false

    init(seed: UInt64) { numbers = SeededRandom(seed: seed) }

    mutating func script() -> LedgerScript {
        let drains: LedgerScript.Drains = numbers.below(4) == 0 ? .marked : .eachStep
        namesCells = numbers.below(2) == 0
        readsMuch = numbers.below(4) == 0
        let steps = (0..<(16 + numbers.below(25))).map { _ in step() }
        return LedgerScript(steps: steps, drains: drains)
    }

    private mutating func step() -> LedgerStep {
        if readsMuch, numbers.below(4) > 0 {
            return switch numbers.below(20) {
            case 0..<6: takeMark()
            case 6..<11: .report(mark(using: false), moves())
            case 11..<15: .placeAsOf(mark(using: true), moves())
            case 15..<17: .fire(moves())
            case 17: .reset(numbers.below(2) == 0 ? .left : .right)
            case 18: .place(moves())
            default: .reopen
            }
        }
        return switch numbers.below(100) {
        case 0..<18: .fire(moves())
        case 18..<43: begin()
        case 43..<49: .append(prediction(resolving: false), moves())
        case 49..<58: .commit(prediction(resolving: true))
        case 58..<65: .commitWith(prediction(resolving: true), moves(), then: numbers.below(2) == 0 ? moves() : [])
        case 65..<68: .report(mark(using: false), moves())
        case 68..<75: .rollback(prediction(resolving: true), moves())
        case 75..<80: .place(moves())
        case 80..<85: takeMark()
        case 85..<89: .placeAsOf(mark(using: true), moves())
        case 89..<91: .release(mark(using: true))
        case 91..<93: .reset(numbers.below(2) == 0 ? .left : .right)
        case 93: .beginReset(lastPrediction + 1)
        case 94: .commitReset(prediction(resolving: false))
        case 95: .placeReset
        case 96: .reopen
        default: .endOfDrain
        }
    }

    private mutating func begin() -> LedgerStep {
        if numbers.below(40) > 0 || predictions.isEmpty {
            lastPrediction += 1
            predictions.append(lastPrediction)
        }
        let id = predictions[predictions.count - 1]
        let side: Side? = [.left, .right, nil, nil][numbers.below(4)]
        return .begin(id, side, moves())
    }

    private mutating func takeMark() -> LedgerStep {
        if numbers.below(20) > 0 || marks.isEmpty {
            lastMark += 1
            marks.append(lastMark)
        }
        return .mark(marks[marks.count - 1])
    }

    /// Mostly a pending one; sometimes one that is resolved, or was never begun.
    private mutating func prediction(resolving: Bool) -> UInt64 {
        guard numbers.below(12) > 0, !predictions.isEmpty else { return UInt64(numbers.below(Int(lastPrediction) + 2)) }
        let index = numbers.below(predictions.count)
        return resolving ? predictions.remove(at: index) : predictions[index]
    }

    private mutating func mark(using: Bool) -> UInt64 {
        guard numbers.below(12) > 0, !marks.isEmpty else { return UInt64(numbers.below(Int(lastMark) + 2)) }
        let index = numbers.below(marks.count)
        return using ? marks.remove(at: index) : marks[index]
    }

    private mutating func moves() -> [Move] {
        switch numbers.below(8) {
        case 0: []
        case 1: [move(), move()]
        default: [move()]
        }
    }

    private mutating func move() -> Move {
        let cell = UInt8(numbers.below(4))
        let value = UInt8(1 + numbers.below(200))
        var move = numbers.below(2) == 0 ? Move.put(cell, value) : .blend(cell, value)
        move.namesItsCell = namesCells && numbers.below(3) > 0
        return move
    }
}
