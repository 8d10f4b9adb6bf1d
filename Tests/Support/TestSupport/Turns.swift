/// Lets other tasks have a turn: returns when a task that is made now has run.
package func turn() async { await Task.detached {}.value }
