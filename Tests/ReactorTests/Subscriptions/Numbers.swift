@testable import Reactor

/// A state of numbers, and what can be selected from it.
struct Numbers {
    var first = 0
    var second = 0

    enum Choice: CaseIterable {
        case first, second, sum, eachFirst
    }

    private static let eachFirst = Revision()

    static func selection(_ choice: Choice, isEvery: Bool) -> Selection<Int> {
        let key: SelectionKey?
        let source: SelectionSource<Int>
        switch choice {
        case .first:
            key = SelectionKey(.properties([\Numbers.first]), in: .whole)
            source = .offset(0)
        case .eachFirst:
            key = SelectionKey(.derived(eachFirst), in: .whole)
            source = .offset(0)
        case .second:
            key = SelectionKey(.properties([\Numbers.second]), in: .whole)
            source = .offset(MemoryLayout<Int>.stride)
        case .sum:
            key = nil
            source = .computed {
                let numbers = $0.assumingMemoryBound(to: Numbers.self).pointee
                return numbers.first + numbers.second
            }
        }
        let isCompared = choice != .eachFirst
        return Selection(
            key: key, source: source, isEvery: isEvery, makeComparison: { isCompared ? { $0 == $1 } : nil })
    }

    func value(_ choice: Choice) -> Int {
        switch choice {
        case .first, .eachFirst: first
        case .second: second
        case .sum: first + second
        }
    }
}
