/// The commands that run in parts of the state that may become absent. Empty while there are none, and then it costs
/// nothing.
///
/// A tree, as the parts lie in each other: the state has optional properties and collections of rows, each row has its own.
/// Each is asked once, however many commands run there, and what lies in a row that did not change is not asked
/// at all.
final class CommandsInParts {
    private let whole = PartContent()
    /// Unchecked: while it is changed no other code is called. The check is 76 instructions for each event while a prediction
    /// is pending: 1,795 above one with none, and not 1,700 (the limit is 1,750).
    @exclusivity(unchecked) private var handles: [UInt64: CommandHandle] = [:]
    /// Asked after each event, which the tree would make dear.
    var isEmpty: Bool { handles.isEmpty }

    /// Whether a command with this launch runs in one, and is cancelled when that becomes absent.
    func contains(_ launch: UInt64) -> Bool { handles[launch] != nil }

    /// A command was launched in a part that is present.
    func add(_ handle: CommandHandle, in part: Part, of state: borrowing WholeState) {
        handle.run.part = part
        handles[handle.run.launch] = handle
        var content = whole
        for part in part.path { content = content.follower(for: part, state).content(of: part.row) }
        content.launches.insert(handle.run.launch)
    }

    /// A command has ended.
    @inline(__always)
    func remove(_ handle: CommandHandle) {
        if let part = handle.run.part { remove(handle, from: part) }
    }

    private func remove(_ handle: CommandHandle, from part: Part) {
        handle.run.part = nil
        handles[handle.run.launch] = nil
        whole.remove(handle.run.launch, part.path[...])
    }

    /// Forgets the commands whose parts are absent.
    ///
    /// - Returns: them, in the order of launching.
    /// - Complexity: O(members and collections of the whole that commands run in, and rows that changed).
    func removeAbsent(from state: borrowing WholeState) -> [CommandHandle] {
        var absent: [UInt64] = []
        whole.look(at: state, &absent)
        return absent.sorted().compactMap { launch in
            let handle = handles.removeValue(forKey: launch)
            handle?.run.part = nil
            return handle
        }
    }
}
