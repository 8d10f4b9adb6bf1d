#if canImport(FoundationNetworking)
    import Foundation

    /// A session's delegate queue on which no more than a few calls wait.
    ///
    /// Foundation on Linux reads an answer as fast as it comes, and puts each piece on this queue. It is held where it adds
    /// one too many, so it reads no further, and the connection holds the server back. That holds up everything of the
    /// session, which is why a session with such a queue has one task.
    final class PacedQueue: OperationQueue, @unchecked Sendable {
        // Sendable: `waiting` and `isOpen` are read and written only while `pace` is locked.
        private let limit: Int
        private let pace = NSCondition()
        private var waiting = 0
        private var isOpen = false

        /// - Parameter limit: how many calls may wait.
        init(limit: Int = 32) {
            self.limit = limit
            super.init()
            maxConcurrentOperationCount = 1
        }

        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            pace.lock()
            while waiting >= limit, !isOpen { pace.wait() }
            waiting += 1
            pace.unlock()
            super.addOperation {
                block()
                self.pace.lock()
                self.waiting -= 1
                self.pace.signal()
                self.pace.unlock()
            }
        }

        /// Holds nobody any more. A task is cancelled on the thread that is held here, so it is let go first.
        func open() {
            pace.lock()
            isOpen = true
            pace.broadcast()
            pace.unlock()
        }
    }
#endif
