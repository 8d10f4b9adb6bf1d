/// The commands that run in parts of the state that may go. Empty while there are none, and then it costs nothing.
struct PartWatches {
    private var handles: [ObjectIdentifier: CommandHandle] = [:]

    var isEmpty: Bool { handles.isEmpty }

    /// A command was launched in a part that it watches.
    mutating func add(_ handle: CommandHandle) { handles[ObjectIdentifier(handle)] = handle }

    /// A command has ended.
    mutating func remove(_ handle: CommandHandle) {
        if !handles.isEmpty { handles[ObjectIdentifier(handle)] = nil }
    }

    /// Forgets the commands whose parts are gone.
    ///
    /// - Returns: them, in the order of launching.
    /// - Complexity: O(commands that run in parts).
    mutating func removeGone(from whole: UnsafeRawPointer) -> [CommandHandle] {
        let gone = handles.values.filter { $0.run.watch?(whole) == false }
        for handle in gone { remove(handle) }
        return gone.sorted { $0.run.launch < $1.run.launch }
    }
}
