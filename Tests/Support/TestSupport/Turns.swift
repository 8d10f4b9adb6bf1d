/// Lets other tasks have a turn: returns when a task that is made now has run.
package func turn() async { await Task.detached {}.value }

/// Returns when `condition` holds, giving others their turns. For what happens without an event to wait for.
package func until(_ condition: () -> Bool) async {
    while !condition() { await turn() }
}
