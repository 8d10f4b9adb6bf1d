import ReactorServices

/// A change with a fixed list of steps, which do not depend on responses.
///
/// ```swift
/// import ReactorServices
///
/// let change = DescribedChange(
///     lane: "weights/7",
///     steps: [
///         RequestDescription(
///             operation: "log-7", step: "put", method: .put, target: .path("weights/7"), body: .text("80.5"))
///     ])
/// ```
public struct DescribedChange: OfflineChange, RequestSequence, Hashable {
    public let lane: LaneName
    let steps: [RequestDescription]
    private var done = 0

    /// Creates a change of these steps.
    public init(lane: LaneName, steps: [RequestDescription]) {
        self.lane = lane
        self.steps = steps
    }

    public mutating func nextRequest(previous: Exchange?) throws -> RequestDescription? {
        guard steps.indices.contains(done) else { return nil }
        defer { done += 1 }
        return steps[done]
    }

    private enum CodingKeys: String, CodingKey { case lane, steps }
}
