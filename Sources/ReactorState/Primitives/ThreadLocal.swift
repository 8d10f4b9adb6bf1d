import ReactorPlatform

/// A pointer with a separate value for each thread; nil until the thread sets it.
package struct ThreadLocal: Sendable {
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        if status != 0 { ThreadLocal.stop() }
        self.key = key
    }

    /// The pointer of the calling thread.
    package var pointer: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set {
            let status = pthread_setspecific(key, newValue)
            if status != 0 { ThreadLocal.stop() }
        }
    }

    static let noKey = """
        The system has no thread-local key left (pthread_key_create, pthread_setspecific), and a core needs one. Free \
        keys that this process made and does not use.
        """

    private static func stop() -> Never { fatalError(noKey) }
}
