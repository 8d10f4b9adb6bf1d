/// Returns whether the inputs of a selection may have changed since the last call. The first call returns true. Has to
/// be called on the core's executor.
typealias SelectionGate = (borrowing WholeState) -> Bool

/// Returns a gate that opens when a value has changed. If the value is not `Equatable`, it always opens.
func makeGate<Value: Sendable>(_ source: SelectionSource<Value>) -> SelectionGate {
    guard let isEqual = comparison(of: Value.self) else { return { _ in true } }
    let last = LastValue<Value>()
    return { state in last.changes(source, isEqual, state) }
}

/// The value at the last check of a gate.
private final class LastValue<Value: Sendable> {
    private let value = Slot<Value>()
    private var wasChecked = false

    /// Returns whether the value has changed since the last check. The first check returns true.
    func changes(
        _ source: SelectionSource<Value>, _ isEqual: Comparison<Value>, _ state: borrowing WholeState
    ) -> Bool {
        var isPresent = false
        var isOther = !wasChecked
        wasChecked = true
        source.lend(in: state) { now in
            isPresent = true
            if value.isFull && value.lend(to: { isEqual(now, $0) }) { return }
            value.clear()
            value.fill(copying: now)
            isOther = true
        }
        guard !isPresent && value.isFull else { return isOther }
        value.clear()
        return true
    }
}

/// Returns a gate that opens when one of several gates opens. Every gate is checked each time, because an unchecked
/// gate would open later for the same change.
func anyGate(_ gates: [SelectionGate]) -> SelectionGate {
    { state in gates.reduce(false) { $1(state) || $0 } }
}
