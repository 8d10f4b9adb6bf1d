/// An event whose maker wants to know when it was refused on its way.
///
/// Found by a cast, which is slow, among refused events alone.
protocol AnsweredEvent: Event {
    /// It will not be applied.
    func wasRefused(_ refusal: Refusal)
}

extension Assign: AnsweredEvent {
    func wasRefused(_ refusal: Refusal) {
        receipt.record(.refused(refusal))
    }
}
