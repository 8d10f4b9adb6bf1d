public import ReactorRecording

/// A condition on the JSON of a state: `/weights/*/kilograms > 100` or `weights[id=w-4].kilograms > 100`.
///
/// It consists of a path, with `*` for each element; then, optionally, `count` for the number of elements, and a comparison with
/// a JSON value. A path alone checks whether a value exists. The predicate holds if one of the values at the path matches.
public struct StatePredicate: Sendable {
    private enum Comparison: String, CaseIterable, Sendable {
        case atLeast = ">="
        case atMost = "<="
        case unequal = "!="
        case equal = "="
        case above = ">"
        case below = "<"
    }

    /// The predicate as it was written.
    package let text: String
    let path: ValuePath
    private let countsElements: Bool
    private let comparison: (Comparison, JSON)?

    /// The syntax of a predicate, for messages.
    static let form =
        "a path into the state and a comparison, as '/weights/*/kilograms > 100', 'weights[id=7].kilograms > 100' or "
        + "'/weights count >= 3'"

    /// Returns nil if the text is not a predicate.
    public init?(_ text: String) {
        self.text = text
        // An id can contain the sign of a comparison: the text before the sign must be a path.
        for (range, operation) in Self.comparisons(in: text) {
            let value = text[range.upperBound...].trimmed
            guard let (path, countsElements) = Self.path(text[..<range.lowerBound].trimmed), !value.isEmpty else {
                continue
            }
            // A text may have no quotes, because a shell removes them.
            comparison = (operation, (try? JSON(parsing: value)) ?? .string(value))
            (self.path, self.countsElements) = (path, countsElements)
            return
        }
        guard let (path, countsElements) = Self.path(text.trimmed), !countsElements else { return nil }
        (self.path, self.countsElements, comparison) = (path, false, nil)
    }

    private static func path(_ text: String) -> (ValuePath, countsElements: Bool)? {
        let countsElements = text.hasSuffix(" count")
        let path = countsElements ? text.dropLast(6).trimmed : text
        if path.hasPrefix("/"), path.contains(where: { " <>=!".contains($0) }) { return nil }
        return ValuePath(path).map { ($0, countsElements) }
    }

    /// Whether the predicate holds in a state.
    public func holds(in state: JSON) -> Bool { gain(nil, .json(state), path.steps[...]).fitting > 0 }

    /// Returns the signs of comparisons in a text, in order.
    private static func comparisons(in text: String) -> [(Range<String.Index>, Comparison)] {
        text.indices.compactMap { index in
            Comparison.allCases.first { text[index...].hasPrefix($0.rawValue) }.map {
                (index..<text.index(index, offsetBy: $0.rawValue.count), $0)
            }
        }
    }

    private func fits(_ value: EncodedValue) -> Bool {
        guard let (operation, wanted) = comparison else { return true }
        if countsElements {
            let count = value.elementCount ?? value.members?.count
            return count.map { Self.fits(.number(JSON.Number($0)), operation, wanted) } ?? false
        }
        return Self.fits(value.json, operation, wanted)
    }

    private static func fits(_ value: JSON, _ operation: Comparison, _ wanted: JSON) -> Bool {
        switch operation {
        case .equal: value == wanted
        case .unequal: value != wanted
        case .above: isOrdered(wanted, value, <)
        case .below: isOrdered(value, wanted, <)
        case .atLeast: isOrdered(wanted, value, <=)
        case .atMost: isOrdered(value, wanted, <=)
        }
    }

    /// Values of different kinds have no order.
    private static func isOrdered(_ left: JSON, _ right: JSON, _ order: (Order, Order) -> Bool) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)):
            guard let left = left.double, let right = right.double else { return false }
            return order(.number(left), .number(right))
        case (.string(let left), .string(let right)): return order(.text(left), .text(right))
        default: return false
        }
    }

    private enum Order: Comparable {
        case number(Double)
        case text(String)
    }
}

// MARK: - One state after the other

/// The number of values at the path of a predicate, and the number of matching ones.
struct PredicateCount {
    var found = 0
    var fitting = 0

    static func + (left: Self, right: Self) -> Self {
        Self(found: left.found + right.found, fitting: left.fitting + right.fitting)
    }
}

/// An evaluation of a predicate for consecutive states, which only counts the changed parts.
struct PredicateFold {
    let predicate: StatePredicate
    private var count = PredicateCount()
    private var last: EncodedValue?
    /// Whether the path had a value in any state.
    private(set) var hasFound = false

    init(_ predicate: StatePredicate) { self.predicate = predicate }

    mutating func holds(in state: EncodedValue) -> Bool {
        count = count + predicate.gain(last, state, predicate.path.steps[...])
        last = state
        hasFound = hasFound || count.found > 0
        return count.fitting > 0
    }
}

extension StatePredicate {
    /// Returns the change of the counts at the rest of the path.
    fileprivate func gain(
        _ before: EncodedValue?, _ after: EncodedValue?, _ rest: ArraySlice<ValuePath.Step>
    ) -> PredicateCount {
        if let before, let after, before.isSame(as: after) { return PredicateCount() }
        guard let step = rest.first else {
            func count(_ value: EncodedValue?) -> (Int, Int) { value.map { (1, fits($0) ? 1 : 0) } ?? (0, 0) }
            let (old, new) = (count(before), count(after))
            return PredicateCount(found: new.0 - old.0, fitting: new.1 - old.1)
        }
        let inner = rest.dropFirst()
        guard before?.elementCount == nil, after?.elementCount == nil else {
            return listGain(before, after, step, inner)
        }
        if let name = step.name { return gain(before?.member(name), after?.member(name), inner) }
        guard step == .any else { return PredicateCount() }
        var sum = PredicateCount()
        let none = EncodedValue.json([:]).members
        if let old = before?.members ?? none, let new = after?.members ?? none {
            new.forEachDifference(from: old) { _, before, after in sum = sum + gain(before, after, inner) }
        }
        return sum
    }

    private func listGain(
        _ before: EncodedValue?, _ after: EncodedValue?, _ step: ValuePath.Step, _ inner: ArraySlice<ValuePath.Step>
    ) -> PredicateCount {
        guard before == nil || before?.elementCount != nil, after == nil || after?.elementCount != nil else {
            // An array became an object, or an object an array.
            return gain(before, nil, [step] + inner) + gain(nil, after, [step] + inner)
        }
        switch step {
        case .key: return PredicateCount()
        case .index(let index): return gain(before?.element(index), after?.element(index), inner)
        case .row, .any:
            let (old, new) = (before?.list ?? EncodedList([]), after?.list ?? EncodedList([]))
            // The position of an element does not matter, so common leaves are skipped.
            let (left, right) = (old.elements(notIn: new), new.elements(notIn: old))
            var (head, sum) = (0, PredicateCount())
            while head < min(left.count, right.count), left[head].isSame(as: right[head]) { head += 1 }
            func add(_ before: EncodedValue?, _ after: EncodedValue?) {
                if case .row(let ids) = step {
                    guard let id = (before ?? after)?.member("id")?.json, ids.contains(id) else { return }
                }
                sum = sum + gain(before, after, inner)
            }
            for element in left[head...] { add(element, nil) }
            for element in right[head...] { add(nil, element) }
            return sum
        }
    }
}

extension StringProtocol {
    /// The text without spaces at both ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
