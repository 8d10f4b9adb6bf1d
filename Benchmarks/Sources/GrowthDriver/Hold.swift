import Synchronization

/// A gate at which commands wait until it is opened, or they are canceled. A canceled waiter is found in constant time, so that
/// the cost of waiting does not depend on their number.
final class Hold: Sendable {
    private struct Standing {
        var isOpen = false
        var last = 0
        var held: [Int: CheckedContinuation<Void, any Error>] = [:]
        var awaited: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let standing = Mutex(Standing())

    /// Waits until the gate is opened; throws if canceled.
    func pass() async throws {
        let number = standing.withLock {
            $0.last += 1
            return $0.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOpen, arrived) = standing.withLock { standing -> (Bool, CheckedContinuation<Void, Never>?) in
                    if standing.isOpen || Task.isCancelled { return (true, nil) }
                    standing.held[number] = continuation
                    guard let awaited = standing.awaited, standing.held.count >= awaited.count else {
                        return (false, nil)
                    }
                    standing.awaited = nil
                    return (false, awaited.continuation)
                }
                if isOpen { continuation.resume() }
                arrived?.resume()
            }
            try Task.checkCancellation()
        } onCancel: {
            standing.withLock { $0.held.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }

    /// Waits until this number of commands wait at the gate.
    func arrived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = standing.withLock {
                if $0.held.count >= count { return true }
                $0.awaited = (count, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets all waiters continue, including later ones.
    func open() {
        let held = standing.withLock { standing -> [CheckedContinuation<Void, any Error>] in
            standing.isOpen = true
            defer { standing.held = [:] }
            return Array(standing.held.values)
        }
        for continuation in held { continuation.resume() }
    }
}
