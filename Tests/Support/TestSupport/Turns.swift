/// Lets other tasks run: returns when a task that is created now has run.
package func turn() async { await Task.detached {}.value }
