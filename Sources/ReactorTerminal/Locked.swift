import ReactorPlatform

/// A value that only one thread at a time can access. The standard library's `Mutex` would accept only values that are `sending`,
/// and a source of Dispatch is not.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is only accessed in `withLock`, while `mutex` is locked.
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Answer>(_ body: (inout Value) throws -> Answer) rethrows -> Answer {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
