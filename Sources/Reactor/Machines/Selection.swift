/// What is selected from a state, without the state's type.
class AnySelection: @unchecked Sendable {
    // Sendable: it never changes.

    /// The key path it was made from, if any: two of one subscriber with equal key paths are the same.
    let keyPath: SelectionKey?

    init(keyPath: SelectionKey?) { self.keyPath = keyPath }

    /// Selections with equal keys share one group and so one comparison.
    var key: SelectionKey? { nil }

    func makeGroup() -> SelectionGroup { SelectionGroup(isEvery: false) }
}

/// What makes two selections the same.
struct SelectionKey: Hashable, @unchecked Sendable {
    // Sendable: key paths do not change; those given to a core hold no mutable state.
    let keyPath: AnyKeyPath
    /// Where the state lies that it starts from: a whole may hold two of one type.
    let offset: Int
}

/// A selection of one type of value.
final class Selection<Value: Sendable>: AnySelection, @unchecked Sendable {
    // Sendable: it never changes.
    let source: SelectionSource<Value>
    let isEqual: (@Sendable (Value, Value) -> Bool)?
    let isEvery: Bool

    init(
        source: SelectionSource<Value>, keyPath: SelectionKey?, isEqual: (@Sendable (Value, Value) -> Bool)?,
        isEvery: Bool
    ) {
        self.source = source
        self.isEqual = isEvery ? nil : isEqual
        self.isEvery = isEvery
        super.init(keyPath: keyPath)
    }

    override var key: SelectionKey? { isEqual == nil ? nil : keyPath }

    override func makeGroup() -> SelectionGroup { ValueGroup(self) }
}

/// How the value is found in the state's memory.
enum SelectionSource<Value: Sendable>: Sendable {
    /// It is stored at this distance from the start.
    case offset(Int)
    /// It is computed; nil while the part it belongs to is gone.
    case computed(@Sendable (UnsafeRawPointer) -> Value?)
}
