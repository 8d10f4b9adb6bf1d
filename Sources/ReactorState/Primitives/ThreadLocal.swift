#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A pointer of which each thread has its own; nil until the thread sets it.
struct ThreadLocal: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        Misuse.unless(status == 0, Errors.noThreadLocalPlace)
        self.key = key
    }

    /// The calling thread's.
    var pointer: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set {
            let status = pthread_setspecific(key, newValue)
            Misuse.unless(status == 0, Errors.noThreadLocalPlace)
        }
    }
}
