public import ReactorServices

/// The source of a weight. The service may use values that are unknown to this client; they are preserved.
public struct WeightSource: OpenStringEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user entered the weight.
    public static let manual: WeightSource = "manual"
    /// Scales sent the weight.
    public static let scales: WeightSource = "scales"

    public static let allKnown = [manual, scales]
}
