/// The progress of a sequence.
public struct SequenceProgress: Hashable, Sendable {
    /// The index of the current step, from 0.
    public let index: Int
    /// The name of the current step.
    public let step: String
    /// The progress of the step's body, or nil before its first bytes were sent.
    public let transfer: TransferProgress?
}
