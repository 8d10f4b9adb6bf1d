/// The commands of child states that can cease to exist, grouped by the optional property or the collection: those that
/// run, and those that have returned and whose callbacks can still fire.
///
/// - Complexity: O(properties and collections with commands) for an event. An event that inserts or removes a row also
///   checks each command of that collection.
struct CommandsInParts {
    private struct Group {
        let part: Part
        /// Returns whether no child state of the group can have been removed since the last check. nil if each has to
        /// be checked.
        var isUnchanged: Part.Watch?
        var running: [UInt64: CommandHandle] = [:]
        var returned: [UInt64: Returned] = [:]
        private var limit = 16

        init(_ part: Part, _ isUnchanged: Part.Watch?) { (self.part, self.isUnchanged) = (part, isUnchanged) }

        var isEmpty: Bool { running.isEmpty && returned.isEmpty }
        var all: [CommandHandle] { running.values + returned.values.compactMap(\.handle) }

        /// Retains a returned command weakly, because only its callbacks, which retain it, can fire.
        mutating func add(returned handle: CommandHandle) {
            returned[handle.state.launch] = Returned(handle: handle)
            guard returned.count > limit else { return }
            prune()
            limit = max(16, 2 * returned.count)
        }

        mutating func prune() { returned = returned.filter { $0.value.handle != nil } }
    }

    private struct Returned { weak var handle: CommandHandle? }

    private var groups: [StatePathKey: Group] = [:]

    var isEmpty: Bool { groups.isEmpty }

    /// Whether a command with this launch is canceled when its child state is removed.
    func contains(_ launch: UInt64) -> Bool {
        groups.values.contains { $0.running[launch] != nil || $0.returned[launch] != nil }
    }

    /// Adds a command that was launched in an existing child state.
    mutating func add(_ handle: CommandHandle, in part: Part, of state: borrowing WholeState) {
        handle.state.part = part
        handle.state.watch = part.watch(state)
        if groups[part.key] == nil { groups[part.key] = Group(part, part.watchAll(state)) }
        if handle.state.hasEnded {
            groups[part.key]?.add(returned: handle)
        } else {
            groups[part.key]?.running[handle.state.launch] = handle
        }
    }

    /// Records the end of a command.
    ///
    /// - Parameter canFire: Whether its callbacks can still fire.
    mutating func ended(_ handle: CommandHandle, in part: Part, canFire: Bool) {
        groups[part.key]?.running[handle.state.launch] = nil
        if canFire { groups[part.key]?.add(returned: handle) } else { handle.state.part = nil }
        if groups[part.key]?.isEmpty == true { groups[part.key] = nil }
    }

    /// Removes the commands whose child states no longer exist.
    ///
    /// - Returns: The removed commands in the order of launching.
    mutating func removeAbsent(from state: borrowing WholeState) -> [(CommandHandle, Part)] {
        var absent: [(CommandHandle, Part)] = []
        for (key, var group) in groups {
            if group.running.isEmpty, let first = group.returned.first, first.value.handle == nil {
                group.prune()
                groups[key] = group.isEmpty ? nil : group
            }
            if let isUnchanged = group.isUnchanged, isUnchanged(state) { continue }
            for handle in group.all {
                if let watch = handle.state.watch, watch(state) { continue }
                (group.running[handle.state.launch], group.returned[handle.state.launch]) = (nil, nil)
                handle.state.part = nil
                absent.append((handle, group.part))
            }
            group.prune()
            group.isUnchanged = group.part.watchAll(state)
            groups[key] = group.isEmpty ? nil : group
        }
        return absent.sorted { $0.0.state.launch < $1.0.state.launch }
    }
}
