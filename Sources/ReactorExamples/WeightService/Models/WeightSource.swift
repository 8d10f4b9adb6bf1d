import ReactorServices

/// The source of a weight. The service may use values that are unknown to this client; they are preserved.
package struct WeightSource: OpenStringEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The user entered the weight.
    package static let manual: WeightSource = "manual"
    /// Scales sent the weight.
    package static let scales: WeightSource = "scales"

    package static let allKnown = [manual, scales]
}
