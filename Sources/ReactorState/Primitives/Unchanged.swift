/// Whether `new` is the value that `old` was: equal to it, or not equal to itself and made of the same parts.
///
/// `Double.nan == Double.nan` is false, so a state that contains such a number would count as changed after every event.
/// A comparison that decides whether something has *changed* goes through this function.
///
/// - Complexity: one comparison for equal values, two for values that differ. A value that is not equal to itself is compared
///   part by part.
package func isUnchanged<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    if old == new { return true }
    return old != old && new != new && hasSameParts(old, new)
}

/// Whether two values are made of the same parts, where a number that is not a number is the same as another.
///
/// An array is equal to itself even if its elements are not, because both sides share one storage. So this function finds what
/// ``isUnchanged(_:_:)`` cannot: an array of such numbers that was made again. It reads mirrors, which takes some thousand
/// instructions for each part up to the first that differs, and gives up after a few hundred parts.
package func hasSameParts<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    var parts = PartComparison()
    return parts.isSame(old, new)
}

private struct PartComparison {
    private var budget = 256

    mutating func isSame(_ old: Any, _ new: Any) -> Bool {
        budget -= 1
        guard budget > 0, type(of: old) == type(of: new) else { return false }
        if let old = old as? any BinaryFloatingPoint, let new = new as? any BinaryFloatingPoint, old.isNaN {
            return new.isNaN
        }
        let equatable = old as? any Equatable
        if equatable?.isEqual(to: new) == true { return true }
        let (parts, others) = (Mirror(reflecting: old), Mirror(reflecting: new))
        if parts.displayStyle == .class { return old as AnyObject === new as AnyObject }
        guard let style = parts.displayStyle, !parts.children.isEmpty, !isHidden(old, style) else {
            // The parts cannot be seen. A value that is equal to itself differs from one that it is not equal to.
            return equatable?.isEqual(to: old) != true && "\(old)" == "\(new)"
        }
        guard parts.children.count == others.children.count else { return false }
        for (part, other) in zip(parts.children, others.children) {
            guard part.label == other.label, isSame(part.value, other.value) else { return false }
        }
        return true
    }

    /// Whether a type decides itself which parts a mirror shows, and may leave out one that makes two values unequal.
    private func isHidden(_ value: Any, _ style: Mirror.DisplayStyle) -> Bool {
        switch style {
        case .collection, .dictionary, .set, .optional, .tuple: false
        default: value is any CustomReflectable
        }
    }
}

extension Equatable {
    /// Whether another value has this type and is equal.
    package func isEqual(to other: Any) -> Bool { (other as? Self).map { self == $0 } ?? false }
}
