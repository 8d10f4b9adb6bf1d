public import ReactorRecording

/// A question to a state, asked of its JSON: `/weights/*/kilograms > 100`.
///
/// A path of names and positions, `*` for each element; then, optionally, `count` for how many elements there are, and a
/// comparison with a JSON value. A path alone asks whether something is there. It holds where one of the values that the
/// path names fits.
public struct StatePredicate: Sendable {
    private enum Comparison: String, CaseIterable, Sendable {
        case atLeast = ">="
        case atMost = "<="
        case unequal = "!="
        case equal = "="
        case above = ">"
        case below = "<"
    }

    /// As it was written.
    package let text: String
    private let steps: [String]
    private let countsElements: Bool
    private let comparison: (Comparison, JSON)?

    /// What a predicate looks like, for messages.
    static let form = "a path into the state and a comparison, as '/weights/*/kilograms > 100' or '/weights count >= 3'"

    /// Nil for what is no predicate.
    public init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        self.text = text
        var path = text[...]
        var comparison: (Comparison, JSON)?
        if let (range, operation) = Self.comparison(in: text) {
            let value = text[range.upperBound...].trimmed
            guard !value.isEmpty else { return nil }
            // A text need not be in quotes, which a shell takes away.
            comparison = (operation, (try? JSON(parsing: value)) ?? .string(value))
            path = text[..<range.lowerBound]
        }
        self.comparison = comparison
        var name = path.trimmed
        countsElements = name.hasSuffix(" count")
        if countsElements {
            guard comparison != nil else { return nil }
            name = name.dropLast(6).trimmed
        }
        guard !name.contains(" ") else { return nil }
        steps =
            name == "/" ? [] : name.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.step)
    }

    /// Whether it is so in a state.
    public func holds(in state: JSON) -> Bool { holds(state, steps[...]) }

    private func holds(_ value: JSON, _ rest: ArraySlice<String>) -> Bool {
        guard let step = rest.first else { return fits(value) }
        let rest = rest.dropFirst()
        switch value {
        case .array(let elements) where step == "*": return elements.contains { holds($0, rest) }
        case .array(let elements):
            guard let index = Int(step), elements.indices.contains(index) else { return false }
            return holds(elements[index], rest)
        case .object(let object) where step == "*": return object.members.contains { holds($0.value, rest) }
        case .object(let object): return object[step].map { holds($0, rest) } ?? false
        case .null, .bool, .number, .string: return false
        }
    }

    private func fits(_ value: JSON) -> Bool {
        guard let (operation, wanted) = comparison else { return true }
        guard countsElements else { return Self.fits(value, operation, wanted) }
        switch value {
        case .array(let elements): return Self.fits(.number(JSON.Number(elements.count)), operation, wanted)
        case .object(let object): return Self.fits(.number(JSON.Number(object.count)), operation, wanted)
        case .null, .bool, .number, .string: return false
        }
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

    /// Values of two kinds are in no order.
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

    /// The first sign of a comparison that stands outside of the path's names.
    private static func comparison(in text: String) -> (Range<String.Index>, Comparison)? {
        for index in text.indices {
            for operation in Comparison.allCases where text[index...].hasPrefix(operation.rawValue) {
                return (index..<text.index(index, offsetBy: operation.rawValue.count), operation)
            }
        }
        return nil
    }

    /// A name of a path, `~1` for a slash and `~0` for a tilde in it.
    private static func step(_ text: Substring) -> String {
        String(text).replacing("~1", with: "/").replacing("~0", with: "~")
    }
}

extension StringProtocol {
    /// Without blanks at both ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
