import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import ReactorServices

/// The connections to one origin.
final class OriginClients: Sendable {
    /// Retains its connections.
    let kept: HTTPClient
    /// Uses each connection once.
    let fresh: HTTPClient
    /// The same on one loop, for bodies that are streams: their sources wait for it.
    let streaming: HTTPClient

    init(_ configuration: HTTPClient.Configuration, _ origin: BaseURL.Origin, _ pinning: CertificatePinning?) {
        var configuration = configuration
        configuration.redirectConfiguration = .disallow
        // The sender decides about another attempt, so the client must not wait and retry.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Its spans contain the whole address, whose query may contain a signature.
        configuration.tracing.tracer = nil
        if origin.scheme == "https" {
            let verification = configuration.tlsConfiguration?.certificateVerification ?? .fullVerification
            let identity = ServerIdentity(
                host: origin.host, pinning: pinning, isNameChecked: verification == .fullVerification)
            configuration.http1_1ConnectionDebugInitializer = identity.check
            configuration.http2ConnectionDebugInitializer = identity.check
        }
        // On every system the same: a connection of Apple's own network shows no certificate.
        let group = MultiThreadedEventLoopGroup.singleton
        kept = HTTPClient(eventLoopGroup: group, configuration: configuration)
        configuration.maximumUsesPerConnection = 1
        fresh = HTTPClient(eventLoopGroup: group, configuration: configuration)
        streaming = HTTPClient(eventLoopGroup: group.next(), configuration: configuration)
    }

    deinit {
        for client in [kept, fresh, streaming] { client.shutdown { _ in } }
    }
}

/// The identity that a server must have, checked after the handshake and before anything is sent.
private struct ServerIdentity: Sendable {
    let host: String
    let pinning: CertificatePinning?
    let isNameChecked: Bool

    @Sendable func check(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
            guard let certificate else { throw GatewayError.certificateRefused(host: host) }
            guard !isNameChecked || isNamed(by: certificate) else {
                throw GatewayError.certificateUntrusted(host: host)
            }
            guard try isPinned(certificate) else { throw GatewayError.certificateRefused(host: host) }
        }.flatMapErrorThrowing { error in
            channel.close(promise: nil)
            throw error
        }
    }

    /// Whether a certificate names the host. NIOSSL accepts a certificate that names the address of the connection, whatever
    /// host was requested: the owner of a certificate for an address could impersonate every host whose name resolves to it.
    private func isNamed(by certificate: NIOSSLCertificate) -> Bool {
        let names = certificate._subjectAlternativeNames()
        let addresses = names.filter { $0.nameType == .ipAddress }.map { name in
            try? SocketAddress(packedIPAddress: ByteBuffer(bytes: Array(name.contents)), port: 0)
        }
        // A literal IPv6 address is in brackets.
        if let address = try? SocketAddress(ipAddress: host.filter { !"[]".contains($0) }, port: 0) {
            return addresses.contains(address)
        }
        guard !addresses.isEmpty else { return true }
        return names.filter { $0.nameType == .dnsName }.contains { name in
            let pattern = String(decoding: Array(name.contents), as: UTF8.self).lowercased()
            guard pattern.hasPrefix("*.") else { return pattern == host }
            return host.firstIndex(of: ".").map { host[$0...] == pattern.dropFirst() } ?? false
        }
    }

    private func isPinned(_ certificate: NIOSSLCertificate) throws -> Bool {
        guard let pinning else { return true }
        if try pinning.certificates.contains(.init(certificate.toDERBytes())) { return true }
        return try pinning.publicKeys.contains(.init(bitString(ofKey: certificate.extractPublicKey().toSPKIBytes())))
    }

    /// The key itself: the content of the bit string of a `SubjectPublicKeyInfo` (RFC 5280, 4.1). BoringSSL has encoded it, so
    /// it is complete.
    private func bitString(ofKey info: [UInt8]) -> ArraySlice<UInt8> {
        /// The content after the tag and the length of the element that reaches to the end.
        func content(_ last: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            let length = last.dropFirst().first ?? 0
            return last.dropFirst(length < 0x80 ? 2 : 2 + Int(length & 0x7F))
        }
        let parts = content(info[...])
        // No key type of TLS has a longer algorithm.
        guard let algorithm = parts.dropFirst().first, algorithm < 0x80 else { return [] }
        // The first byte of a bit string is the number of unused bits in its last byte: 0 for a key.
        return content(parts.dropFirst(2 + Int(algorithm))).dropFirst()
    }
}
