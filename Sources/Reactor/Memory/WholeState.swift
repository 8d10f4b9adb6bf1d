/// The whole state of a core, in its own memory.
///
/// The engine has no state type, but the code that it calls for a part of the state has one. The two meet only in
/// this file: a ``MemoryOffset`` is made from key paths of the type alone, and is passed to the core whose state is
/// of that type. It has separate memory instead of a variable, since the state is changed in place while a
/// middleware, further up the stack, borrows it. It is borrowed and cannot be copied, so no code keeps it beyond
/// the call that borrows it.
///
/// A reference that is cast, and key paths that are read, would make an event with subscribers much more expensive.
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

    /// Lends what is stored at an offset of this state.
    @inline(__always)
    func lend<Value, Result, Failure: Error>(
        _ offset: MemoryOffset<Value>, to body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try Lent.lend(memory.advanced(by: offset.bytes).assumingMemoryBound(to: Lent<Value>.self).pointee, to: body)
    }

    /// Whether the value at an offset of this state is equal to the value of a slot.
    @inline(__always)
    func isEqual<Value>(
        _ offset: MemoryOffset<Value>, to slot: borrowing Slot<Value>, by isEqual: (Value, Value) -> Bool
    ) -> Bool {
        Lent.isEqual(
            memory.advanced(by: offset.bytes).assumingMemoryBound(to: Lent<Value>.self).pointee, to: slot.lent.pointee,
            by: isEqual)
    }

    /// Puts a copy of the value at an offset of this state into a slot.
    @inline(__always)
    func copy<Value>(_ offset: MemoryOffset<Value>, to slot: borrowing Slot<Value>) {
        slot.fill(copying: memory.advanced(by: offset.bytes).assumingMemoryBound(to: Value.self))
    }

    /// Lends the state itself, to be changed. For the store that made it, and knows its type.
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

/// A value that is lent from where it lies.
///
/// The compiler copies a value that it reads through a pointer or yields, and each copy of a large state lies on the stack; it
/// does not copy what is borrowed with a value around it that cannot be copied. Of the same layout as the value itself.
///
/// Its functions are static, since a caller of a method asks the runtime for this type at each call.
struct Lent<Value>: ~Copyable {
    private let value: Value

    /// Not inlined, since what is inlined is read through the pointer again.
    @inline(never)
    static func lend<Result, Failure: Error>(
        _ lent: borrowing Lent, to body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(lent.value)
    }

    @inline(never)
    static func isEqual(_ lent: borrowing Lent, to other: borrowing Lent, by isEqual: (Value, Value) -> Bool) -> Bool {
        isEqual(lent.value, other.value)
    }
}

/// How far from the start of a whole state a value of this type is stored.
struct MemoryOffset<Value>: Sendable {
    /// The distance from the start of the whole state.
    let bytes: Int

    private init(bytes: Int) { self.bytes = bytes }

    /// The start. A whole state of this type is stored there, and nothing else is to be looked for.
    static var whole: MemoryOffset { MemoryOffset(bytes: 0) }

    /// The offset of a member; nil for one that is not stored.
    func member<Member>(_ keyPath: KeyPath<Value, Member>) -> MemoryOffset<Member>? {
        guard let distance = MemoryLayout<Value>.offset(of: keyPath) else { return nil }
        return MemoryOffset<Member>(bytes: bytes + distance)
    }
}

/// How the value is found in the whole state.
///
/// It is lent and not returned: what is returned is copied at each call on its way, and a state may be so large that a few
/// copies fill the stack of a thread.
///
/// An object, which knows its type: a caller of a method of a generic struct asks the runtime for the type at each call.
final class SelectionSource<Value: Sendable>: Sendable {
    typealias Compute = @Sendable (borrowing WholeState, (Value) -> Void) -> Void

    enum Location: Sendable {
        /// It is stored there.
        case stored(MemoryOffset<Value>)
        /// It is computed, and lent, unless the part it belongs to is absent.
        case computed(Compute)
    }

    let location: Location

    private init(_ location: Location) { self.location = location }

    static func stored(_ offset: MemoryOffset<Value>) -> SelectionSource { SelectionSource(.stored(offset)) }

    static func computed(_ compute: @escaping Compute) -> SelectionSource { SelectionSource(.computed(compute)) }

    /// A copy of the value.
    func value(in whole: borrowing WholeState) -> Value? { read(in: whole) { $0 } }

    /// Lends the value, without a copy where it is stored.
    func read<Result>(in whole: borrowing WholeState, _ body: (Value) -> Result) -> Result? {
        switch location {
        case .stored(let offset): return whole.lend(offset, to: body)
        case .computed(let compute):
            var result: Result?
            compute(whole) { result = body($0) }
            return result
        }
    }

    /// How what is made of the value is found.
    func computing<Made>(_ make: @escaping @Sendable (Value) -> Made) -> SelectionSource<Made> {
        .computed { [self] whole, body in lend(in: whole) { body(make($0)) } }
    }

    /// Lends the value, unless it is absent.
    func lend(in whole: borrowing WholeState, _ body: (Value) -> Void) {
        switch location {
        case .stored(let offset): whole.lend(offset, to: body)
        case .computed(let compute): compute(whole, body)
        }
    }
}

/// Room for one value, which is put in, lent and taken out again.
///
/// Separate memory instead of an Optional, since an Optional of a type that is unknown here requires its metadata
/// from the runtime at each use. Safe, since the slot alone has the memory and records whether there is a value,
/// which debug builds check at each call. The code that borrows the value has exclusive access to the slot until
/// the call is over: the lock or the executor that guards the owner ensures that.
struct Slot<Value>: ~Copyable {
    /// The value, followed by a flag for whether there is one: after its padding too, which is moved with it.
    private let memory: UnsafeMutableRawPointer

    init() {
        let layout = MemoryLayout<Value>.self
        memory = .allocate(byteCount: layout.stride + 1, alignment: layout.alignment)
        isFull = false
    }

    /// A slot with a copy of another slot's value, which must have one.
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
        Lent.lend(lent.pointee, to: body)
    }

    /// Whether it has the same value as another slot. Both must have one.
    @inline(__always)
    func isEqual(to other: borrowing Slot, by isEqual: (Value, Value) -> Bool) -> Bool {
        Lent.isEqual(lent.pointee, to: other.lent.pointee, by: isEqual)
    }

    /// The value, to be lent. There must be one.
    @inline(__always)
    fileprivate var lent: UnsafeMutablePointer<Lent<Value>> {
        assert(isFull, "a slot lends what was put in")
        return memory.assumingMemoryBound(to: Lent<Value>.self)
    }

    /// Lends the value. There must be one.
    var value: Value {
        @inline(__always) _read {
            assert(isFull, "a slot lends what was put in")
            yield memory.assumingMemoryBound(to: Value.self).pointee
        }
    }

    /// Puts a value in. There must be none.
    @inline(__always)
    func fill(_ value: consuming Value) {
        assert(!isFull, "a slot has room for one value")
        memory.initializeMemory(as: Value.self, to: value)
        isFull = true
    }

    /// Puts a copy in, made where it is to lie and not on the stack. There must be none.
    func fill(copying value: borrowing Value) {
        withUnsafePointer(to: value) { value in
            // What copies without the stack reads the padding too, which a value that somebody lends may lie without.
            if MemoryLayout<Value>.size == MemoryLayout<Value>.stride {
                fill(copying: value)
            } else {
                fill(value.pointee)
            }
        }
    }

    /// Puts a copy of another slot's value in. That one must have one, and this one none.
    func fill(copying other: borrowing Slot) {
        assert(other.isFull, "what is copied was put in")
        fill(copying: UnsafePointer(other.memory.assumingMemoryBound(to: Value.self)))
    }

    /// Copies a value from another place into the slot, with room for its padding there. The slot must be empty.
    @inline(__always)
    func fill(copying value: UnsafePointer<Value>) {
        assert(!isFull, "a slot has room for one value")
        memory.initializeMemory(as: Value.self, from: value, count: 1)
        isFull = true
    }

    /// Takes the value out. There must be one.
    @inline(__always)
    func take() -> Value {
        assert(isFull, "what is taken was put in")
        isFull = false
        return memory.assumingMemoryBound(to: Value.self).move()
    }

    /// Takes the value of another slot, if it has one. There must be none here.
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
