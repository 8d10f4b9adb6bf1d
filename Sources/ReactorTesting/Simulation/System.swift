import ReactorPlatform

/// What a simulation has to know about the process it runs in.
enum System {
    /// A variable of the environment, nil when it is not set.
    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// A thread, distinct from the others that live.
    struct Thread: Equatable, @unchecked Sendable {
        // Sendable: the handle is only ever compared.
        private let handle = pthread_self()

        /// The thread this is called on.
        static var current: Thread { Thread() }

        static func == (left: Thread, right: Thread) -> Bool { pthread_equal(left.handle, right.handle) != 0 }
    }
}
