import ReactorFoundation

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
