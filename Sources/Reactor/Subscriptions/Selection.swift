/// What is selected from a state, without the state's type.
class AnySelection: @unchecked Sendable {
    // Sendable: it never changes.

    /// What makes two selections of one subscriber the same, nil for closures.
    let keyPath: SelectionKey?

    init(keyPath: SelectionKey?) { self.keyPath = keyPath }

    /// Selections with equal keys share one group and so one comparison.
    var key: SelectionKey? { nil }

    func makeGroup() -> SelectionGroup { SelectionGroup(isEvery: false) }
}

/// A selection whose members are offered one type of value.
class TypedSelection<Value: Sendable>: AnySelection, @unchecked Sendable {
    // Sendable: as AnySelection; it adds nothing.
}

/// A selection that is read whenever the state has changed.
final class Selection<Value: Sendable>: TypedSelection<Value>, @unchecked Sendable {
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

    override var key: SelectionKey? { isEqual == nil || keyPath?.isShared == false ? nil : keyPath }

    override func makeGroup() -> SelectionGroup { ValueGroup(self) }
}

/// How the value is found in the state's memory.
enum SelectionSource<Value: Sendable>: Sendable {
    /// It is stored at this distance from the start.
    case offset(Int)
    /// It is computed; nil while the part it belongs to is gone.
    case computed(@Sendable (UnsafeRawPointer) -> Value?)

    /// A copy of the value.
    func value(in whole: UnsafeRawPointer) -> Value? { read(in: whole) { $0 } }

    /// Lends the value, without a copy where it is stored.
    func read<Result>(in whole: UnsafeRawPointer, _ body: (Value) -> Result) -> Result? {
        switch self {
        case .offset(let offset): body((whole + offset).assumingMemoryBound(to: Value.self).pointee)
        case .computed(let compute): compute(whole).map(body)
        }
    }
}
