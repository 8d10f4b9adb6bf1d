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

/// A random number generator with the same numbers for the same seed in every process (SplitMix64).
package struct SeededRandom: RandomNumberGenerator {
    private var counter: UInt64

    package init(seed: UInt64) {
        counter = seed
    }

    package mutating func next() -> UInt64 {
        counter &+= 0x9E37_79B9_7F4A_7C15
        var mixed = counter
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in the range. The standard library's method can change with its version; this one does not.
    package mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }
}
