import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import ReactorServices
import Testing

@testable import ReactorHTTPClient

@Suite("Errors of the underlying libraries")
struct FailuresTests {
    /// The thrown error, and the error of a gateway for it.
    struct Row: CustomTestStringConvertible, Sendable {
        let thrown: any Error
        let said: GatewayError

        init(_ thrown: any Error, _ said: GatewayError) { (self.thrown, self.said) = (thrown, said) }

        var testDescription: String { "\(type(of: thrown)) \(thrown)" }
    }

    private struct Strange: Error {}

    private static func failed(_ reason: String) -> GatewayError { .connectionFailed(host: "h", reason: reason) }
    private static func system(_ code: CInt) -> IOError { IOError(errnoCode: code, reason: "read") }

    private static let rows: [Row] = [
        Row(GatewayError.certificateRefused(host: "h"), .certificateRefused(host: "h")),
        Row(system(ECONNRESET), .connectionLost(host: "h")),
        Row(system(EPIPE), .connectionLost(host: "h")),
        Row(system(ECONNABORTED), .connectionLost(host: "h")),
        Row(system(ENOTCONN), .connectionLost(host: "h")),
        Row(system(ECONNREFUSED), failed("it refuses connections, or no program listens there")),
        Row(system(ENETUNREACH), failed("Network is unreachable")),
        Row(system(EHOSTUNREACH), failed("No route to host")),
        Row(system(ENETDOWN), failed("Network is down")),
        Row(system(EMFILE), failed("Too many open files")),
        Row(ChannelError.ioOnClosedChannel, .connectionLost(host: "h")),
        Row(HTTPParserError.invalidEOFState, .connectionLost(host: "h")),
        Row(HTTPParserError.invalidStatus, .unreadableAnswer(host: "h")),
        Row(NIOSSLError.uncleanShutdown, .connectionLost(host: "h")),
        Row(NIOSSLError.unableToValidateCertificate, .certificateUntrusted(host: "h")),
        Row(NIOSSLError.noCertificateToValidate, .certificateUntrusted(host: "h")),
        Row(NIOSSLError.handshakeFailed(.zeroReturn), failed("a secure connection could not be made")),
        Row(NIOSSLExtraError.failedToValidateHostname, .certificateUntrusted(host: "h")),
        Row(HTTPClientError.remoteConnectionClosed, .connectionLost(host: "h")),
        Row(HTTPClientError.uncleanShutdown, .connectionLost(host: "h")),
        Row(HTTPClientError.connectTimeout, failed("Connect timeout")),
        Row(HTTPClientError.tlsHandshakeTimeout, failed("TLS handshake timeout")),
        Row(HTTPClientError.httpProxyHandshakeTimeout, failed("HTTP proxy handshake timeout")),
        Row(HTTPClientError.socksHandshakeTimeout, failed("SOCKS handshake timeout")),
        Row(HTTPClientError.getConnectionFromPoolTimeout, failed("Get connection from pool timeout")),
        Row(HTTPClientError.invalidProxyResponse, failed("Invalid proxy response")),
        Row(HTTPClientError.proxyAuthenticationRequired, failed("Proxy authentication required")),
        Row(HTTPClientError.invalidHeaderFieldValues(["t0psecret"]), failed("Invalid header field values")),
        Row(Strange(), failed("Strange")),
    ]

    @Test("Each error is mapped to a gateway error that contains no secret", arguments: rows)
    func gatewayErrors(row: Row) {
        let said = Failures.beforeAnswer(row.thrown, host: "h")
        #expect(said == row.said)
        #expect(!"\(said)".contains("t0psecret"))
    }

    @Test("The error for a host without an address is that its name is unknown")
    func unknownHost() async throws {
        let nowhere = try BaseURL("http://nowhere.invalid")
        let gateway = CompositedGateway(baseURL: nowhere, network: HTTPClientNetworkAdapter())
        let reason = "the name of the host is unknown"
        await #expect(throws: GatewayError.connectionFailed(host: "nowhere.invalid", reason: reason)) {
            try await gateway.get("/")
        }
    }
}
