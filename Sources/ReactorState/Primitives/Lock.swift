import ReactorPlatform

/// A mutual exclusion lock at a stable address.
///
/// `os_unfair_lock` on Apple's systems, a pthread mutex elsewhere. `Synchronization.Mutex` was slower, and bimodal with four
/// threads, when it was measured.
@usableFromInline
package struct Lock: @unchecked Sendable {
    // Sendable: the pointer never changes, and what it points to is made to be used from any thread.
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

    /// Frees the lock; call once, when no thread can hold it.
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
            // Sections are a few dozen instructions: giving up the processor once is mostly enough, and cheaper than the
            // mutex's own sleep and wake.
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
