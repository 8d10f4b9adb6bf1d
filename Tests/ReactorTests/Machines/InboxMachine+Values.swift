@testable import Reactor

extension InboxMachine {
    /// Offers a value that is not in anybody's memory.
    func offer(_ value: Value, previous: Value?, isEqual: ((Value, Value) -> Bool)?) -> Offer {
        withUnsafePointer(to: value) { value in
            guard let previous else { return offer(value, previous: nil, isEqual: isEqual) }
            return withUnsafePointer(to: previous) { offer(value, previous: $0, isEqual: isEqual) }
        }
    }

    /// The update before has returned; the value of the next, if there is one.
    func nextValue() -> Value? { next().hasValue ? telling.pointee : nil }
}
