public import ReactorServices

/// Where a weight comes from. A service may know more of them than this client; those are kept as they came.
public struct WeightSource: OpenStringEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Somebody typed it.
    public static let manual: WeightSource = "manual"
    /// Scales sent it.
    public static let scales: WeightSource = "scales"

    public static let allKnown = [manual, scales]
}
