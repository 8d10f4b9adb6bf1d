import ReactorTestSupport
@testable import Reactor

extension InboxMachine {
    /// Offers a value as owners do that share a lock with nobody.
    func offer(_ value: Value, previous: Value?, isEqual: ((Value, Value) -> Bool)?) -> Offer {
        let lock = Lock()
        lock.lock()
        let isBack = isBack(value, isEqual, leaving: lock)
        lock.unlock()
        lock.destroy()
        if let previous { remember(previous) }
        return offer(value, isBack: isBack)
    }

    /// Releases what was delivered, as a line does, and moves on.
    func turn() -> Next {
        releaseCurrent()
        defer { releaseSpent() }
        return next()
    }

    /// The update before has returned; the value of the next, if there is one.
    func nextValue() -> Value? { turn().hasValue ? current.value : nil }
}
