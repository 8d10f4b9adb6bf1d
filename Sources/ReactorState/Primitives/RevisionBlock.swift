import ReactorPlatform

/// A range of revision numbers that belongs to one thread.
///
/// A shared atomic counter would be contended by all processors at every change. Instead, each thread reserves a block
/// under a lock, and counts through it without one.
struct RevisionBlock {
    /// The size makes the lock rare. Numbers suffice for 2^48 blocks, so for centuries of new threads.
    static let size: UInt64 = 1 << 16

    private var next: UInt64
    private var end: UInt64

    /// Reserves a block for the calling thread.
    init() {
        next = Self.reserve(Self.size)
        end = next + Self.size
    }

    /// Returns the next number of the block; nil if there is none.
    mutating func take() -> UInt64? {
        guard next < end else { return nil }
        defer { next += 1 }
        return next
    }

    /// Returns a number that is unique in this process.
    static func nextNumber() -> UInt64 {
        guard let key = threadKey else { return reserve(1) }
        guard let raw = pthread_getspecific(key) else { return startThread(key: key) }
        let block = raw.assumingMemoryBound(to: RevisionBlock.self)
        if let number = block.pointee.take() { return number }
        block.pointee = RevisionBlock()
        return block.pointee.take() ?? reserve(1)
    }

    private static func startThread(key: pthread_key_t) -> UInt64 {
        let block = UnsafeMutablePointer<RevisionBlock>.allocate(capacity: 1)
        block.initialize(to: RevisionBlock())
        guard pthread_setspecific(key, block) == 0 else {
            block.deallocate()
            return reserve(1)
        }
        return block.pointee.take() ?? reserve(1)
    }

    private static func reserve(_ count: UInt64) -> UInt64 {
        unreserved.withLock { first in
            defer { first += count }
            return first
        }
    }

    /// The first number that belongs to no block.
    private static let unreserved = Guarded<UInt64>(0)

    /// nil if the process has no thread-local key left (there are 512 or more). Then every revision takes the lock.
    private static let threadKey: pthread_key_t? = {
        var key = pthread_key_t()
        #if canImport(Darwin)
            let status = pthread_key_create(&key) { $0.deallocate() }
        #else
            let status = pthread_key_create(&key) { $0?.deallocate() }
        #endif
        return status == 0 ? key : nil
    }()
}
