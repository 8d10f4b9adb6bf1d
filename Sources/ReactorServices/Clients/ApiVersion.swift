/// The versions of a service that a client can speak, newest included.
///
/// ```swift
/// enum WeightsVersion: String, ApiVersion {
///     case v1 = "2026-01-15"
///     case v2 = "2026-06-01"
///     static let latest = v2
/// }
/// ```
public protocol ApiVersion: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The newest stable version, which a client speaks unless another is chosen.
    static var latest: Self { get }
}
