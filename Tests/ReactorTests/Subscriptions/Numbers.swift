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
            source = MemoryOffset<Numbers>.whole.source(\.first)
        case .eachFirst:
            key = SelectionKey(.derived(eachFirst), in: .whole)
            source = MemoryOffset<Numbers>.whole.source(\.first)
        case .second:
            key = SelectionKey(.properties([\Numbers.second]), in: .whole)
            source = MemoryOffset<Numbers>.whole.source(\.second)
        case .sum:
            key = nil
            source = .computed { whole, lend in whole.lend(MemoryOffset<Numbers>.whole) { lend($0.first + $0.second) } }
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

extension MemoryOffset where Value == Numbers {
    /// How a number is found.
    fileprivate func source(_ number: KeyPath<Numbers, Int>) -> SelectionSource<Int> {
        member(number).map { .stored($0) } ?? .computed { _, _ in }
    }
}
