/// The commands that run in child states that can cease to exist, grouped by the optional property or the collection.
///
/// - Complexity: O(properties and collections with running commands) for an event. An event that inserts or removes a
///   row also checks each command of that collection.
struct CommandsInParts {
    private struct Group {
        let part: Part
        /// Returns whether no child state of the group can have been removed since the last check. nil if each has to
        /// be checked.
        var isUnchanged: Part.Watch?
        var handles: [UInt64: CommandHandle] = [:]
    }

    private var groups: [StatePathKey: Group] = [:]

    var isEmpty: Bool { groups.isEmpty }

    /// Whether a command with this launch is canceled when its child state is removed.
    func contains(_ launch: UInt64) -> Bool { groups.values.contains { $0.handles[launch] != nil } }

    /// Adds a command that was launched in an existing child state.
    mutating func add(_ handle: CommandHandle, in part: Part, of state: borrowing WholeState) {
        handle.state.part = part
        handle.state.watch = part.watch(state)
        if groups[part.key] == nil { groups[part.key] = Group(part: part, isUnchanged: part.watchAll(state)) }
        groups[part.key]?.handles[handle.state.launch] = handle
    }

    /// Removes a command that has ended, or whose child state no longer exists.
    mutating func remove(_ handle: CommandHandle, from key: StatePathKey) {
        handle.state.part = nil
        groups[key]?.handles[handle.state.launch] = nil
        if groups[key]?.handles.isEmpty == true { groups[key] = nil }
    }

    /// Removes the commands whose child states no longer exist.
    ///
    /// - Returns: The removed commands in the order of launching.
    mutating func removeAbsent(from state: borrowing WholeState) -> [(CommandHandle, Part)] {
        var absent: [(CommandHandle, Part)] = []
        for (key, group) in groups {
            if let isUnchanged = group.isUnchanged, isUnchanged(state) { continue }
            for handle in group.handles.values {
                if let watch = handle.state.watch, watch(state) { continue }
                remove(handle, from: key)
                absent.append((handle, group.part))
            }
            groups[key]?.isUnchanged = group.part.watchAll(state)
        }
        return absent.sorted { $0.0.state.launch < $1.0.state.launch }
    }
}
