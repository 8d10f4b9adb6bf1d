@testable import Reactor

/// A state of numbers, and what can be selected from it.
struct Numbers {
    var first = 0
    var second = 0

    enum Choice: CaseIterable {
        case first, second, sum, eachFirst
    }

    static func selection(_ choice: Choice, isEvery: Bool) -> Selection<Int> {
        let key: SelectionKey?
        let source: SelectionSource<Int>
        switch choice {
        case .first, .eachFirst:
            key = SelectionKey(keyPath: \Numbers.first, offset: 0)
            source = .offset(0)
        case .second:
            key = SelectionKey(keyPath: \Numbers.second, offset: 0)
            source = .offset(MemoryLayout<Int>.stride)
        case .sum:
            key = nil
            source = .computed {
                let numbers = $0.assumingMemoryBound(to: Numbers.self).pointee
                return numbers.first + numbers.second
            }
        }
        let isEqual: (@Sendable (Int, Int) -> Bool)? = choice == .eachFirst ? nil : { @Sendable in $0 == $1 }
        return Selection(source: source, keyPath: key, isEqual: isEqual, isEvery: isEvery)
    }

    func value(_ choice: Choice) -> Int {
        switch choice {
        case .first, .eachFirst: first
        case .second: second
        case .sum: first + second
        }
    }
}
