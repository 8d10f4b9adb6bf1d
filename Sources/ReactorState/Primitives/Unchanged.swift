/// Returns whether a value is unchanged: equal, or not equal to itself and consisting of the same children.
///
/// `Double.nan == Double.nan` is false, so a state with a NaN would count as changed after every event. Every
/// comparison that decides whether a value has *changed* uses this function.
///
/// - Complexity: One comparison for equal values, two for different values. A value that is not equal to itself is
///   compared recursively.
package func isUnchanged<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    if old == new { return true }
    return old != old && new != new && hasSameParts(old, new)
}

/// Returns whether two values consist of the same children, where each NaN is the same as another.
///
/// Arrays with shared storage are equal even if their elements are not equal to themselves, so ``isUnchanged(_:_:)``
/// does not find a recreated array of NaNs. This function does. It reads mirrors, which takes some thousand
/// instructions for each child up to the first difference, and stops after a few hundred children.
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
            // The children are not visible. If the value is equal to itself, it differs from a value that it is not
            // equal to.
            return equatable?.isEqual(to: old) != true && "\(old)" == "\(new)"
        }
        guard parts.children.count == others.children.count else { return false }
        for (part, other) in zip(parts.children, others.children) {
            guard part.label == other.label, isSame(part.value, other.value) else { return false }
        }
        return true
    }

    /// Whether a type customizes its mirror, which may omit a child that makes two values unequal.
    private func isHidden(_ value: Any, _ style: Mirror.DisplayStyle) -> Bool {
        switch style {
        case .collection, .dictionary, .set, .optional, .tuple: false
        default: value is any CustomReflectable
        }
    }
}

extension Equatable {
    /// Returns whether another value has this type and is equal.
    package func isEqual(to other: Any) -> Bool { (other as? Self).map { self == $0 } ?? false }
}
