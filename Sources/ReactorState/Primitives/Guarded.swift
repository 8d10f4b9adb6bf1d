/// A value that is only reached while a lock is held.
@usableFromInline
package final class Guarded<Value>: @unchecked Sendable {
    // Sendable: `value` is read and written only between lock() and unlock().
    @usableFromInline let lock = Lock()
    // The lock is what keeps accesses apart: coming back to it from inside `withLock` would not get this far.
    @usableFromInline @exclusivity(unchecked) var value: Value

    package init(_ value: sending Value) { self.value = value }

    deinit { lock.destroy() }

    /// Runs `body` with the value while holding the lock. Do not call out of it.
    @inlinable
    @inline(__always)
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
