import ReactorPlatform

/// The functions of the system that a simulation uses.
enum System {
    /// Returns an environment variable, or nil if it is not set.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// A thread, distinct from all other running threads.
    struct Thread: Equatable, @unchecked Sendable {
        // Sendable: the handle is only compared.
        private let handle = pthread_self()

        static var current: Thread { Thread() }

        static func == (left: Thread, right: Thread) -> Bool { pthread_equal(left.handle, right.handle) != 0 }
    }
}
