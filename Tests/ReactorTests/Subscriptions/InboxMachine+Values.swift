import ReactorTestSupport
@testable import Reactor

extension InboxMachine {
    /// Offers a value as owners do that share a lock with nobody.
    func offer(_ value: Value, previous: Value?, isEqual: ((Value, Value) -> Bool)?) -> Offer {
        let lock = Lock()
        let slot = Slot(value)
        lock.lock()
        let isBack = isBack(slot, isEqual, leaving: lock)
        lock.unlock()
        lock.destroy()
        if let previous { remember(Slot(previous)) }
        return offer(slot, isBack: isBack)
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

extension Slot {
    /// A slot with a value.
    init(_ value: Value) {
        self.init()
        fill(value)
    }
}
