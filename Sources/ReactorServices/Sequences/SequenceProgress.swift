/// How far a sequence has come.
public struct SequenceProgress: Hashable, Sendable {
    /// The step that is being done, counted from 0 among those of this sequence.
    public let index: Int
    /// The name of that step.
    public let step: String
    /// How many bytes of its body have gone out, of how many; nil before the first.
    public let transfer: TransferProgress?
}
