import ReactorTestSupport
@testable import Reactor

extension InboxMachine {
    /// Offers a value as owners do that share a lock with nobody.
    func offer(
        _ value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, isEqual: ((Value, Value) -> Bool)?
    ) -> Offer {
        let lock = Lock()
        lock.lock()
        let isBack = isBack(value, isEqual, leaving: lock)
        lock.unlock()
        lock.destroy()
        return offer(value, previous: previous, isBack: isBack)
    }

    /// Offers a value that is not in anybody's memory.
    func offer(_ value: Value, previous: Value?, isEqual: ((Value, Value) -> Bool)?) -> Offer {
        withUnsafePointer(to: value) { value in
            guard let previous else { return offer(value, previous: nil, isEqual: isEqual) }
            return withUnsafePointer(to: previous) { offer(value, previous: $0, isEqual: isEqual) }
        }
    }

    /// Releases what was delivered, as a line does, and moves on.
    func turn() -> Next {
        releaseCurrent()
        defer { releaseSpent() }
        return next()
    }

    /// The update before has returned; the value of the next, if there is one.
    func nextValue() -> Value? { turn().hasValue ? current.pointee : nil }
}
