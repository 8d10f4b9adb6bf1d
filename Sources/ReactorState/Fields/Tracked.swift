/// A stored property with a stamp that shows whether it changed, without comparing or copying it.
///
/// ```swift
/// struct Log: State {
///     @Tracked var entries: [Entry] = []
///     var isOpen = false
///
///     mutating func react(to event: any Event) {
///         switch event {
///         case let event as EntryAdded: entries.append(event.entry)
///         default: break
///         }
///     }
/// }
/// ```
///
/// `log.$entries` is the ``Stamp``. A subscriber of `\.$entries` compares stamps, so nothing keeps a copy of the
/// entries alive and appending stays in place.
///
/// The stamp changes whenever the property is assigned or modified, also when the new value is equal to the old one:
/// it may announce an equal value, it never misses a change. So it belongs on leaves that a `case` touches, not on children
/// to which a parent hands every event.
///
/// Equality, hashing, encoding and printing see the value alone. A decoded value has a new stamp, a copy has that of
/// the original until one of them changes.
@propertyWrapper
public struct Tracked<Value> {
    @usableFromInline
    var value: Value

    /// The stamp of the last assignment or modification.
    public private(set) var projectedValue: Stamp

    /// A value with a new stamp.
    public init(wrappedValue: Value) {
        value = wrappedValue
        projectedValue = Stamp()
    }

    /// The value itself. Modified in place: an array that nothing else holds is not copied by an append.
    public var wrappedValue: Value {
        @inlinable
        get { value }
        @inlinable
        _modify {
            renew()
            yield &value
        }
    }

    @usableFromInline
    mutating func renew() {
        projectedValue = Stamp()
    }
}

extension Tracked: Sendable where Value: Sendable {}

extension Tracked: Equatable where Value: Equatable {
    /// Compares values. O(1) when neither side changed since one was copied from the other, and then true by identity,
    /// as it is for arrays, even where a value does not equal itself (`Double.nan`).
    @inlinable
    public static func == (left: Tracked, right: Tracked) -> Bool {
        left.projectedValue == right.projectedValue || left.value == right.value
    }
}

extension Tracked: Hashable where Value: Hashable {
    /// Hashes the value alone.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}

extension Tracked: CustomStringConvertible {
    /// The description of the value.
    public var description: String { String(describing: value) }
}

extension Tracked: CustomReflectable {
    /// Shows the value without its stamp, so that a dumped state is the same in every run.
    public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}
