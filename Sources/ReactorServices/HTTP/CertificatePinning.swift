import ReactorFoundation

/// The certificates or public keys that a server must show, one of them, beside having a valid certificate.
public struct CertificatePinning: Hashable, Sendable {
    /// Certificates in DER form: those of the server, or of an authority that has signed it. An adapter that is shown no chain
    /// compares the server's own.
    public var certificates: Set<Data>
    /// Public keys as `SecKeyCopyExternalRepresentation` gives them: PKCS #1 for RSA, X9.63 for elliptic curves. That is what
    /// the bit string of a `SubjectPublicKeyInfo` holds, without the algorithm around it.
    public var publicKeys: Set<Data>

    /// Pins all of these; a server needs to show one of them, of either kind.
    public init(certificates: Set<Data> = [], publicKeys: Set<Data> = []) {
        self.certificates = certificates
        self.publicKeys = publicKeys
    }
}

extension NetworkAdapter {
    /// An adapter that cannot look at certificates says so; it never goes on unpinned.
    public func pinned(by pinning: CertificatePinning) throws -> any NetworkAdapter {
        throw GatewayError(.pinningUnsupported)
    }
}
