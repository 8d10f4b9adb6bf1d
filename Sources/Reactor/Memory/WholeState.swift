/// The whole state of a core, in separate memory.
///
/// The engine has no state type, but the code that it calls for a child state has one. Both meet only in this file: a
/// ``MemoryOffset`` is made only from key paths of the state type, and is passed to the core with this type. The memory
/// is separate, because the state is changed in place while a middleware in an outer call borrows it. The type is not
/// copyable, so no code can retain the state beyond the call that borrows it.
///
/// With a cast reference and key paths instead, an event with subscribers would be much more expensive.
struct WholeState: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let type: Any.Type
    private let release: (UnsafeMutableRawPointer) -> Void

    init<Whole>(_ state: Whole) {
        let memory = UnsafeMutablePointer<Whole>.allocate(capacity: 1)
        memory.initialize(to: state)
        self.memory = UnsafeMutableRawPointer(memory)
        type = Whole.self
        release = { $0.assumingMemoryBound(to: Whole.self).deinitialize(count: 1) }
    }

    deinit {
        release(memory)
        memory.deallocate()
    }

    /// Lends the value at an offset.
    @inline(__always)
    func lend<Value, Result, Failure: Error>(
        _ offset: MemoryOffset<Value>, to body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try Borrowed.lend(
            memory.advanced(by: offset.bytes).assumingMemoryBound(to: Borrowed<Value>.self).pointee, to: body)
    }

    /// Whether the value at an offset is equal to the value in a slot.
    @inline(__always)
    func isEqual<Value>(
        _ offset: MemoryOffset<Value>, to slot: borrowing Slot<Value>, by isEqual: (Value, Value) -> Bool
    ) -> Bool {
        Borrowed.isEqual(
            memory.advanced(by: offset.bytes).assumingMemoryBound(to: Borrowed<Value>.self).pointee,
            to: slot.lent.pointee,
            by: isEqual)
    }

    /// Copies the value at an offset into a slot.
    @inline(__always)
    func copy<Value>(_ offset: MemoryOffset<Value>, to slot: borrowing Slot<Value>) {
        slot.fill(copying: memory.advanced(by: offset.bytes).assumingMemoryBound(to: Value.self))
    }

    /// Lends the state itself for changes. For the store, which created it and has its type.
    subscript<Whole>(as type: Whole.Type) -> Whole {
        @inline(__always) _read {
            assert(type == self.type, "a whole state is of the type that it was made with")
            yield memory.assumingMemoryBound(to: type).pointee
        }
        @inline(__always) nonmutating _modify {
            assert(type == self.type, "a whole state is of the type that it was made with")
            yield &memory.assumingMemoryBound(to: type).pointee
        }
    }
}

/// A wrapper that lends a value from its memory without a copy.
///
/// The compiler copies a value that it reads through a pointer or yields, and each copy of a large state is on the
/// stack. It does not copy a value that is borrowed inside a noncopyable wrapper. The wrapper has the same layout as
/// the value.
///
/// The functions are static, because a call of a method would look up the type's metadata each time.
struct Borrowed<Value>: ~Copyable {
    private let value: Value

    /// Not inlined, because inlined code would read through the pointer again.
    @inline(never)
    static func lend<Result, Failure: Error>(
        _ lent: borrowing Borrowed, to body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(lent.value)
    }

    @inline(never)
    static func isEqual(_ lent: borrowing Borrowed, to other: borrowing Borrowed, by isEqual: (Value, Value) -> Bool)
        -> Bool
    {
        isEqual(lent.value, other.value)
    }
}

/// The offset of a value of this type from the start of a whole state.
struct MemoryOffset<Value>: Sendable {
    /// The distance from the start of the whole state, in bytes.
    let bytes: Int

    private init(bytes: Int) { self.bytes = bytes }

    /// The offset of the whole state itself.
    static var whole: MemoryOffset { MemoryOffset(bytes: 0) }

    /// The offset of a member; nil if it is not stored.
    func member<Member>(_ keyPath: KeyPath<Value, Member>) -> MemoryOffset<Member>? {
        guard let distance = MemoryLayout<Value>.offset(of: keyPath) else { return nil }
        return MemoryOffset<Member>(bytes: bytes + distance)
    }
}

/// The location of a value in the whole state.
///
/// The value is lent and not returned, because a returned value is copied at each call on its way, and a few copies of
/// a large state can fill the stack of a thread.
///
/// It is a class, because a call of a method of a generic struct would look up the type's metadata each time.
final class SelectionSource<Value: Sendable>: Sendable {
    typealias Compute = @Sendable (borrowing WholeState, (Value) -> Void) -> Void

    enum Location: Sendable {
        /// The value is stored at this offset.
        case stored(MemoryOffset<Value>)
        /// The value is computed and lent, unless its child state does not exist.
        case computed(Compute)
    }

    let location: Location

    private init(_ location: Location) { self.location = location }

    static func stored(_ offset: MemoryOffset<Value>) -> SelectionSource { SelectionSource(.stored(offset)) }

    static func computed(_ compute: @escaping Compute) -> SelectionSource { SelectionSource(.computed(compute)) }

    /// Returns a copy of the value.
    func value(in whole: borrowing WholeState) -> Value? { read(in: whole) { $0 } }

    /// Lends the value and returns a result. A stored value is not copied.
    func read<Result>(in whole: borrowing WholeState, _ body: (Value) -> Result) -> Result? {
        switch location {
        case .stored(let offset): return whole.lend(offset, to: body)
        case .computed(let compute):
            var result: Result?
            compute(whole) { result = body($0) }
            return result
        }
    }

    /// The location of a value that is computed from this value.
    func computing<Made>(_ make: @escaping @Sendable (Value) -> Made) -> SelectionSource<Made> {
        .computed { [self] whole, body in lend(in: whole) { body(make($0)) } }
    }

    /// Lends the value, unless its child state does not exist.
    func lend(in whole: borrowing WholeState, _ body: (Value) -> Void) {
        switch location {
        case .stored(let offset): whole.lend(offset, to: body)
        case .computed(let compute): compute(whole, body)
        }
    }
}

/// Memory for one optional value, which can be stored, lent and taken.
///
/// It replaces an Optional, whose metadata would be looked up at each use, because its type is unknown here. It is
/// safe, because only the slot accesses the memory and stores whether there is a value; debug builds check this at each
/// call. Code that borrows the value has exclusive access to the slot until the call returns, ensured by the lock or
/// executor of the owner.
struct Slot<Value>: ~Copyable {
    /// The value, followed by the flag whether it exists. The flag is after the padding, because moves include the
    /// padding.
    private let memory: UnsafeMutableRawPointer

    init() {
        let layout = MemoryLayout<Value>.self
        memory = .allocate(byteCount: layout.stride + 1, alignment: layout.alignment)
        isFull = false
    }

    /// Creates a slot with a copy of another slot's value, which must exist.
    init(copying other: borrowing Slot) {
        self.init()
        fill(copying: other)
    }

    deinit {
        clear()
        memory.deallocate()
    }

    private(set) var isFull: Bool {
        @inline(__always) get { memory.load(fromByteOffset: MemoryLayout<Value>.stride, as: Bool.self) }
        @inline(__always) nonmutating set {
            memory.storeBytes(of: newValue, toByteOffset: MemoryLayout<Value>.stride, as: Bool.self)
        }
    }

    /// Lends the value, without a copy on the stack. There must be one.
    @inline(__always)
    func lend<Result>(to body: (Value) -> Result) -> Result {
        Borrowed.lend(lent.pointee, to: body)
    }

    /// Whether two slots have equal values. Both must have one.
    @inline(__always)
    func isEqual(to other: borrowing Slot, by isEqual: (Value, Value) -> Bool) -> Bool {
        Borrowed.isEqual(lent.pointee, to: other.lent.pointee, by: isEqual)
    }

    /// The value, to be lent. There must be one.
    @inline(__always)
    fileprivate var lent: UnsafeMutablePointer<Borrowed<Value>> {
        assert(isFull, "a slot lends what was put in")
        return memory.assumingMemoryBound(to: Borrowed<Value>.self)
    }

    /// Lends the value. There must be one.
    var value: Value {
        @inline(__always) _read {
            assert(isFull, "a slot lends what was put in")
            yield memory.assumingMemoryBound(to: Value.self).pointee
        }
    }

    /// Stores a value. The slot must be empty.
    @inline(__always)
    func fill(_ value: consuming Value) {
        assert(!isFull, "a slot has room for one value")
        memory.initializeMemory(as: Value.self, to: value)
        isFull = true
    }

    /// Stores a copy of a value, made in the slot's memory and not on the stack. The slot must be empty.
    func fill(copying value: borrowing Value) {
        withUnsafePointer(to: value) { value in
            // A copy without the stack includes the padding, which the memory of a borrowed value may lack.
            if MemoryLayout<Value>.size == MemoryLayout<Value>.stride {
                fill(copying: value)
            } else {
                fill(value.pointee)
            }
        }
    }

    /// Stores a copy of another slot's value, which must exist. This slot must be empty.
    func fill(copying other: borrowing Slot) {
        assert(other.isFull, "what is copied was put in")
        fill(copying: UnsafePointer(other.memory.assumingMemoryBound(to: Value.self)))
    }

    /// Stores a copy of a value whose memory includes its padding. The slot must be empty.
    @inline(__always)
    func fill(copying value: UnsafePointer<Value>) {
        assert(!isFull, "a slot has room for one value")
        memory.initializeMemory(as: Value.self, from: value, count: 1)
        isFull = true
    }

    /// Removes and returns the value. There must be one.
    @inline(__always)
    func take() -> Value {
        assert(isFull, "what is taken was put in")
        isFull = false
        return memory.assumingMemoryBound(to: Value.self).move()
    }

    /// Moves the value of another slot here, if it has one. In that case this slot must be empty.
    @inline(__always)
    func fill(from other: borrowing Slot) {
        guard other.isFull else { return }
        assert(!isFull, "a slot has room for one value")
        other.isFull = false
        memory.moveInitializeMemory(as: Value.self, from: other.memory.assumingMemoryBound(to: Value.self), count: 1)
        isFull = true
    }

    /// Releases the value, if there is one.
    func clear() {
        guard isFull else { return }
        isFull = false
        memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
}
