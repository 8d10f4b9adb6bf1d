/// An assignment that is under way: shown, and not decided by the core yet.
struct PendingAssignment<Root> {
    let event: Assign
    /// Puts its value into a state as it is.
    let apply: (inout Root) -> Void

    /// Whether it never came to the state, so that there is no state to wait for.
    var isRefusedOnItsWay: Bool {
        if case .refused(let error) = event.receipt.outcome { error is Refusal } else { false }
    }
}
