/// A value of a state that a control shows, with the event or command that the control fires to change it.
///
/// Declare it next to the state, and use it as the index of an ``ObservableCore``. In SwiftUI, `$app[Shop.isOpen]` is a
/// `Binding`, for every control that takes one: toggles, fields, pickers, sheets, alerts and navigation paths.
///
/// ```swift
/// struct OpenChanged: Event { let isOpen: Bool }
///
/// struct Kiosk: State {
///     var isOpen = false
///
///     static let isOpen = Control(\Kiosk.isOpen) { OpenChanged(isOpen: $0) }
///
///     mutating func react(to event: any Event) {
///         if let event = event as? OpenChanged { isOpen = event.isOpen }
///     }
/// }
/// ```
///
/// The closure returns an event, a command of the state, or nil to fire nothing. The key path can be that of a computed
/// property. To set a stored property without its own event, declare it as ``Assignable``.
///
/// The control of a row is the result of a function, because its closure contains the id of the row:
///
/// ```swift
/// struct Renamed: Event { let id: Int; let name: String }
///
/// struct Names: State {
///     var all: [Int: String] = [:]
///
///     subscript(id: Int) -> String { all[id] ?? "" }
///
///     static func name(of id: Int) -> Control<Names, String> {
///         Control(\Names.[id]) { Renamed(id: id, name: $0) }
///     }
///
///     mutating func react(to event: any Event) {
///         if let event = event as? Renamed { all[event.id] = event.name }
///     }
/// }
/// ```
public struct Control<Root: State, Value>: Sendable {
    let keyPath: any KeyPath<Root, Value> & Sendable
    let set: @MainActor @Sendable (ObservableCore<Root>, Value) -> Void
    /// The identity of the declaration, because closures cannot be compared.
    private let identity = Identity()

    private final class Identity: Sendable {}

    /// Creates a control whose value is changed by an event.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of the value.
    ///   - fileID: The file of the declaration, for recordings and tests. Use the default.
    ///   - event: Returns the event that sets a value, or nil to fire nothing.
    public init(
        _ keyPath: any KeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID, line: UInt = #line,
        event: @escaping @Sendable (Value) -> (any Event)?
    ) {
        self.init(keyPath, fileID: fileID, line: line) { value, _ in event(value) }
    }

    /// Creates a control whose value is changed by an event that also depends on the state, such as the id of a row.
    public init(
        _ keyPath: any KeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID, line: UInt = #line,
        event: @escaping @Sendable (Value, Root) -> (any Event)?
    ) {
        self.keyPath = keyPath
        let place = CallSite(fileID, line)
        set = { app, value in
            guard let event = app.withShown({ event(value, $0) }) else { return }
            app.set(value, at: keyPath, by: event, place)
        }
    }

    /// Creates a control whose value is changed by a command.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of the value.
    ///   - fileID: The file of the declaration, for recordings and tests. Use the default.
    ///   - command: Returns the command that sets a value, or nil to fire nothing.
    public init<Work: Command<Root>>(
        _ keyPath: any KeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID, line: UInt = #line,
        command: @escaping @Sendable (Value) -> Work?
    ) {
        self.init(keyPath, fileID: fileID, line: line) { value, _ in command(value) }
    }

    /// Creates a control whose value is changed by a command that also depends on the state.
    public init<Work: Command<Root>>(
        _ keyPath: any KeyPath<Root, Value> & Sendable, fileID: StaticString = #fileID, line: UInt = #line,
        command: @escaping @Sendable (Value, Root) -> Work?
    ) {
        self.keyPath = keyPath
        set = { app, value in
            guard let command = app.withShown({ command(value, $0) }) else { return }
            app.fire(command: command, fileID: fileID, line: line)
        }
    }
}

extension Control: Hashable {
    /// Returns whether both are copies of one control.
    public static func == (left: Control, right: Control) -> Bool { left.identity === right.identity }

    /// Hashes the identity of the control.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

extension ObservableCore {
    /// The value of a control, which is observed like its key path: `app[Shop.isOpen] = true`, and in SwiftUI
    /// `$app[Shop.isOpen]`, which is a `Binding`.
    ///
    /// A write fires the event of the control. If the core is pinned to the main actor, the state has changed, and its
    /// readers are invalidated, before the write returns. Otherwise a stored property shows the new value immediately,
    /// until the core has applied or refused the event. Its readers are then notified in any case, so that a control
    /// reads the old value again if the state did not change.
    public subscript<Value>(control: Control<StateType, Value>) -> Value {
        get { self[control.keyPath] }
        set { control.set(self, newValue) }
    }

    /// The value of a control. Readers are invalidated when it has changed.
    public subscript<Value: Equatable>(control: Control<StateType, Value>) -> Value {
        get { self[control.keyPath] }
        set { control.set(self, newValue) }
    }

    /// Shows a value immediately, if its property is stored, and fires the event that sets it.
    fileprivate func set<Value>(
        _ value: Value, at keyPath: KeyPath<StateType, Value>, by event: any Event, _ place: CallSite
    ) {
        let stored = keyPath as? WritableKeyPath<StateType, Value>
        show({ if let stored { $0[keyPath: stored] = value } }) { core, shown, isOver in
            core.fire(event, for: shown, at: place) { isOver($0 != nil) }
        }
    }
}
