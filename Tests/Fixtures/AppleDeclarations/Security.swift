// The part of Security that the package uses, for .ci/apple, with Apple's types and availability. None of it is linked or run.

@_exported import CoreFoundation

public final class SecTrust: NSObject, @unchecked Sendable {}
public final class SecCertificate: NSObject, @unchecked Sendable {}
public final class SecKey: NSObject, @unchecked Sendable {}

@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, visionOS 1, *)
public func SecTrustEvaluateWithError(
    _ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?
) -> Bool { false }
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { nil }
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { fatalError() }
@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, visionOS 1, *)
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? { nil }
@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, visionOS 1, *)
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }
@available(macOS, deprecated: 12, message: "renamed to 'SecTrustCopyCertificateChain(_:)'")
@available(iOS, deprecated: 15, message: "renamed to 'SecTrustCopyCertificateChain(_:)'")
@available(tvOS, deprecated: 15, message: "renamed to 'SecTrustCopyCertificateChain(_:)'")
@available(watchOS, deprecated: 8, message: "renamed to 'SecTrustCopyCertificateChain(_:)'")
@available(visionOS, deprecated: 1, message: "renamed to 'SecTrustCopyCertificateChain(_:)'")
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ index: CFIndex) -> SecCertificate? { nil }
