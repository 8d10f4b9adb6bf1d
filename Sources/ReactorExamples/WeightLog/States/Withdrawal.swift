/// A change that was shown and had to be taken back.
struct Withdrawal: Hashable, Codable, Sendable {
    let change: Change
    let reason: String
}
