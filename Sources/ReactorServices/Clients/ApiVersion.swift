/// The versions of a service that a client supports.
///
/// ```swift
/// enum WeightsVersion: String, ApiVersion {
///     case v1 = "2026-01-15"
///     case v2 = "2026-06-01"
///     static let latest = v2
/// }
/// ```
public protocol ApiVersion: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The newest stable version, which a client uses by default.
    static var latest: Self { get }
}
