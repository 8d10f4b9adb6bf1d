import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ReactorServices

/// Maps the errors of the underlying libraries to those of a gateway.
enum Failures {
    /// The reason for which there is no response.
    static func beforeAnswer(_ error: any Error, host: String) -> GatewayError {
        let reason: String
        switch error {
        case let error as GatewayError: return error
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first?.error { return beforeAnswer(first, host: host) }
            reason = "the name of the host is unknown"
        case let error as IOError where lost.contains(error.errnoCode): return .connectionLost(host: host)
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            reason = "it refuses connections, or no program listens there"
        case let error as IOError: reason = String(cString: strerror(error.errnoCode))
        case is ChannelError, HTTPParserError.invalidEOFState: return .connectionLost(host: host)
        case is HTTPParserError: return .unreadableAnswer(host: host)
        case NIOSSLError.handshakeFailed(let failure) where "\(failure)".contains("CERTIFICATE_VERIFY_FAILED"):
            return .certificateUntrusted(host: host)
        case is NIOSSLExtraError, NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate:
            return .certificateUntrusted(host: host)
        case NIOSSLError.uncleanShutdown: return .connectionLost(host: host)
        case is NIOSSLError: reason = "a secure connection could not be made"
        case let error as HTTPClientError where [.remoteConnectionClosed, .uncleanShutdown].contains(error):
            return .connectionLost(host: host)
        // Its description names no address and no field's value.
        case let error as HTTPClientError: reason = error.shortDescription
        // A stream is refused or reset, or its server sends GOAWAY: the request may have arrived.
        case _ where String(reflecting: type(of: error)).hasPrefix("NIOHTTP2."): return .connectionLost(host: host)
        default: reason = "\(type(of: error))"
        }
        return .connectionFailed(host: host, reason: reason)
    }

    /// Whether a body is not in the encoding that its header names, or is larger than the limit of decompression.
    static func isOfDecoding(_ error: any Error) -> Bool {
        String(reflecting: type(of: error)).hasPrefix("NIOHTTPCompression.")
    }

    private static let lost: Set = [ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN]
}
