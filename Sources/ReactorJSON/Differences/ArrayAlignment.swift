/// An alignment of the equal elements of two arrays, so that an insertion in the middle is one insertion and not a change of all
/// elements after it.
///
/// The common start and end are found first. The rest is compared element by element up to a limit, and otherwise counts as
/// replaced in order.
struct ArrayAlignment {
    /// A range of the two arrays.
    enum Run: Equatable {
        /// A number of equal elements.
        case same(Int)
        /// A number of elements that are replaced with other elements.
        case changed(before: Int, after: Int)
    }

    private(set) var runs: [Run] = []

    /// Whether the arrays have an element in common.
    var hasSame: Bool { runs.contains { if case .same = $0 { true } else { false } } }

    /// Calls a closure with the ranges that differ in both arrays.
    func forEachChange(_ body: (_ before: Range<Int>, _ after: Range<Int>) -> Void) {
        var (left, right) = (0, 0)
        for run in runs {
            switch run {
            case .same(let count): (left, right) = (left + count, right + count)
            case .changed(let removed, let inserted):
                body(left..<left + removed, right..<right + inserted)
                (left, right) = (left + removed, right + inserted)
            }
        }
    }

    /// The largest number of comparisons between elements of the rest.
    static let comparisonLimit = 250_000

    /// Aligns two arrays of `before` and `after` elements. O(elements) if only one place differs.
    init(before: Int, after: Int, areEqual: (Int, Int) -> Bool) {
        let shorter = min(before, after)
        var head = 0
        while head < shorter, areEqual(head, head) { head += 1 }
        var tail = 0
        while tail < shorter - head, areEqual(before - 1 - tail, after - 1 - tail) { tail += 1 }
        append(.same(head))
        let (removed, inserted) = (before - head - tail, after - head - tail)
        if removed > 0, inserted > 0, removed * inserted <= Self.comparisonLimit {
            alignMiddle(removed, inserted) { areEqual(head + $0, head + $1) }
        } else {
            append(.changed(before: removed, after: inserted))
        }
        append(.same(tail))
    }

    /// Finds the longest common subsequence, with a table of lengths.
    private mutating func alignMiddle(_ before: Int, _ after: Int, _ areEqual: (Int, Int) -> Bool) {
        let width = after + 1
        var equal = [Bool](repeating: false, count: before * after)
        var longest = [Int32](repeating: 0, count: (before + 1) * width)
        for left in stride(from: before - 1, through: 0, by: -1) {
            for right in stride(from: after - 1, through: 0, by: -1) {
                let isEqual = areEqual(left, right)
                equal[left * after + right] = isEqual
                longest[left * width + right] =
                    isEqual
                    ? longest[(left + 1) * width + right + 1] + 1
                    : max(longest[(left + 1) * width + right], longest[left * width + right + 1])
            }
        }
        var (left, right) = (0, 0)
        while left < before || right < after {
            if left < before, right < after, equal[left * after + right] {
                append(.same(1))
                (left, right) = (left + 1, right + 1)
            } else if right == after
                || left < before && longest[(left + 1) * width + right] >= longest[left * width + right + 1]
            {
                append(.changed(before: 1, after: 0))
                left += 1
            } else {
                append(.changed(before: 0, after: 1))
                right += 1
            }
        }
    }

    private mutating func append(_ run: Run) {
        switch (runs.last, run) {
        case (_, .same(0)), (_, .changed(before: 0, after: 0)): return
        case (.same(let count)?, .same(let more)): runs[runs.count - 1] = .same(count + more)
        case (.changed(let before, let after)?, .changed(let moreBefore, let moreAfter)):
            runs[runs.count - 1] = .changed(before: before + moreBefore, after: after + moreAfter)
        default: runs.append(run)
        }
    }
}
