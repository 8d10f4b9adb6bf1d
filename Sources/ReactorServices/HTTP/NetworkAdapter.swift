import ReactorFoundation

/// A transport that sends one request and returns its response.
///
/// A gateway calls the adapter for each request and for each redirect that it follows, with at most its
/// `maxActiveRequests` calls in flight.
///
/// An adapter
/// - returns every status as a ``Response``, and throws only if there is no usable response,
/// - streams a ``RequestBody/stream(_:)`` in chunks, and calls ``MutableRequestProperties/onProgress``,
/// - passes the body of a successful response to ``MutableRequestProperties/onBody``, if it is set, instead of
///   collecting it,
/// - sends once and does not follow redirects, so that the gateway can remove credentials for other origins,
/// - stops if a response is larger than ``MutableRequestProperties/answerLimit``
///   (``GatewayError/answerTooLarge(status:limit:type:)``),
/// - ends promptly with `CancellationError` when its task is cancelled,
/// - puts no header value, query value or body content into an error.
public protocol NetworkAdapter: Sendable {
    /// Sends `request`.
    ///
    /// - Throws: ``GatewayError``, `CancellationError`, or the error of a streamed body's source.
    func send(_ request: Request) async throws -> Response

    /// Returns an adapter that connects only to servers that present one of these certificates or keys.
    ///
    /// - Throws: ``GatewayError`` if the adapter has no access to certificates, which is the default.
    func pinned(by pinning: CertificatePinning) throws -> any NetworkAdapter
}

/// The certificates or public keys of which a server must present one, in addition to having a valid certificate.
public struct CertificatePinning: Hashable, Sendable {
    /// Certificates in DER form, of the server or of an authority in its chain. An adapter without access to the chain
    /// compares only the server's certificate.
    public var certificates: Set<Data>
    /// Public keys in the format of `SecKeyCopyExternalRepresentation`: PKCS #1 for RSA, X9.63 for elliptic curves.
    /// This is the content of the bit string in a `SubjectPublicKeyInfo`, without the algorithm.
    public var publicKeys: Set<Data>

    /// Creates a set of pins. A server must match one of them, of either kind.
    public init(certificates: Set<Data> = [], publicKeys: Set<Data> = []) {
        self.certificates = certificates
        self.publicKeys = publicKeys
    }
}

extension NetworkAdapter {
    /// Throws an error, so that an adapter without access to certificates never sends unpinned requests.
    public func pinned(by pinning: CertificatePinning) throws -> any NetworkAdapter {
        throw GatewayError.pinningUnsupported
    }
}
