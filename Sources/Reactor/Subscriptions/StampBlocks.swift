#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Where threads fetch their blocks of numbers.
///
/// Unchecked because the compiler cannot see the lock: `first` is read and written only while `mutex` is held, and
/// `mutex` lives at one address for as long as the object does.
final class StampBlocks: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var first: UInt64 = 0

    init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// A block that no other thread has.
    func take() -> StampBlock {
        StampBlock(first: advance(by: StampBlock.size))
    }

    /// One number of its own, for a thread that cannot keep a block.
    func takeSingle() -> UInt64 {
        advance(by: 1)
    }

    private func advance(by count: UInt64) -> UInt64 {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        defer { first += count }
        return first
    }
}
