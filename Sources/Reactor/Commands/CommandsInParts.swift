/// The commands that run in parts of the state that may become absent, by the optional property or the collection.
///
/// - Complexity: O(properties and collections that commands run in) for an event. An event that inserts or removes a row also
///   checks each command of that collection.
struct CommandsInParts {
    private struct Group {
        let part: Part
        /// Whether no part of the group can have become absent since the last check, or nil if each part has to be checked.
        var isUnchanged: Part.Watch?
        var handles: [UInt64: CommandHandle] = [:]
    }

    private var groups: [StatePathKey: Group] = [:]

    var isEmpty: Bool { groups.isEmpty }

    /// Whether a command with this launch runs in one, and is cancelled when that becomes absent.
    func contains(_ launch: UInt64) -> Bool { groups.values.contains { $0.handles[launch] != nil } }

    /// A command was launched in a part that is present.
    mutating func add(_ handle: CommandHandle, in part: Part, of state: borrowing WholeState) {
        handle.state.part = part
        handle.state.watch = part.watch(state)
        if groups[part.key] == nil { groups[part.key] = Group(part: part, isUnchanged: part.watchAll(state)) }
        groups[part.key]?.handles[handle.state.launch] = handle
    }

    /// A command has ended.
    @inline(__always)
    mutating func remove(_ handle: CommandHandle) {
        if let part = handle.state.part { remove(handle, from: part.key) }
    }

    private mutating func remove(_ handle: CommandHandle, from key: StatePathKey) {
        handle.state.part = nil
        groups[key]?.handles[handle.state.launch] = nil
        if groups[key]?.handles.isEmpty == true { groups[key] = nil }
    }

    /// Removes the commands whose parts are absent.
    ///
    /// - Returns: the removed commands in the order of launching.
    mutating func removeAbsent(from state: borrowing WholeState) -> [CommandHandle] {
        var absent: [CommandHandle] = []
        for (key, group) in groups {
            if let isUnchanged = group.isUnchanged, isUnchanged(state) { continue }
            for handle in group.handles.values {
                if let watch = handle.state.watch, watch(state) { continue }
                remove(handle, from: key)
                absent.append(handle)
            }
            groups[key]?.isUnchanged = group.part.watchAll(state)
        }
        return absent.sorted { $0.state.launch < $1.state.launch }
    }
}
