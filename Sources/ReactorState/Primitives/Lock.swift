import ReactorPlatform

/// A mutual exclusion lock with a stable address.
///
/// It is an `os_unfair_lock` on Apple platforms, and a pthread mutex elsewhere. `Synchronization.Mutex` was slower in
/// measurements, and bimodal with four threads.
@usableFromInline
package struct Lock: @unchecked Sendable {
    // Sendable: the pointer never changes, and its target is designed for use from any thread.
    #if canImport(Darwin)
        @usableFromInline let pointer: UnsafeMutablePointer<os_unfair_lock>
    #else
        @usableFromInline let pointer: UnsafeMutablePointer<pthread_mutex_t>
    #endif

    package init() {
        pointer = .allocate(capacity: 1)
        #if canImport(Darwin)
            pointer.initialize(to: os_unfair_lock())
        #else
            pointer.initialize(to: pthread_mutex_t())
            pthread_mutex_init(pointer, nil)
        #endif
    }

    /// Frees the lock. Call it once, when no thread can hold it.
    package func destroy() {
        #if !canImport(Darwin)
            pthread_mutex_destroy(pointer)
        #endif
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }

    @inlinable
    @inline(__always)
    package func lock() {
        #if canImport(Darwin)
            os_unfair_lock_lock(pointer)
        #else
            if pthread_mutex_trylock(pointer) == 0 { return }
            // Critical sections are a few dozen instructions: one yield is mostly enough, and cheaper than the mutex's
            // own sleep and wake.
            sched_yield()
            pthread_mutex_lock(pointer)
        #endif
    }

    @inlinable
    @inline(__always)
    package func unlock() {
        #if canImport(Darwin)
            os_unfair_lock_unlock(pointer)
        #else
            pthread_mutex_unlock(pointer)
        #endif
    }
}

/// A value that is accessed only while a lock is held.
@usableFromInline
package final class Guarded<Value>: @unchecked Sendable {
    // Sendable: `value` is read and written only between lock() and unlock().
    @usableFromInline let lock = Lock()
    // Unchecked, because the lock already separates accesses: a nested `withLock` would deadlock before it reaches the
    // value.
    @usableFromInline @exclusivity(unchecked) var value: Value

    package init(_ value: sending Value) { self.value = value }

    deinit { lock.destroy() }

    /// Runs `body` with the value while the lock is held. `body` must not call other code.
    @inlinable
    @inline(__always)
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
