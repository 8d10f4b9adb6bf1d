import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ReactorServices

/// What the errors of the libraries below mean to a gateway.
enum Failures {
    /// Why there is no answer.
    static func beforeAnswer(_ error: any Error, host: String) -> GatewayError {
        switch error {
        case let error as GatewayError: return error
        case let error as NIOConnectionError:
            guard let first = error.connectionErrors.first?.error else {
                return .connectionFailed(host: host, reason: unknownHost)
            }
            return beforeAnswer(first, host: host)
        case let error as IOError: return beforeAnswer(error, host: host)
        case is ChannelError: return .connectionLost(host: host)
        case let error as HTTPParserError:
            return error == .invalidEOFState ? GatewayError.connectionLost(host: host) : .unreadableAnswer(host: host)
        case let error as NIOSSLError: return beforeAnswer(error, host: host)
        case is NIOSSLExtraError: return .certificateUntrusted(host: host)
        case let error as HTTPClientError: return beforeAnswer(error, host: host)
        // A stream is refused or reset, or its server goes away: what was sent may have arrived.
        case _ where String(reflecting: type(of: error)).hasPrefix("NIOHTTP2."): return .connectionLost(host: host)
        default: return .connectionFailed(host: host, reason: "\(type(of: error))")
        }
    }

    private static let unknownHost = "the name of the host is unknown"

    private static func beforeAnswer(_ error: IOError, host: String) -> GatewayError {
        switch error.errnoCode {
        case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: .connectionLost(host: host)
        case ECONNREFUSED: .connectionFailed(host: host, reason: "it refuses connections, or nobody listens there")
        case let code: .connectionFailed(host: host, reason: String(cString: strerror(code)))
        }
    }

    private static func beforeAnswer(_ error: NIOSSLError, host: String) -> GatewayError {
        switch error {
        case .handshakeFailed(let failure) where "\(failure)".contains("CERTIFICATE_VERIFY_FAILED"):
            .certificateUntrusted(host: host)
        case .unableToValidateCertificate, .noCertificateToValidate: .certificateUntrusted(host: host)
        case .uncleanShutdown: .connectionLost(host: host)
        default: .connectionFailed(host: host, reason: "a secure connection could not be made")
        }
    }

    private static func beforeAnswer(_ error: HTTPClientError, host: String) -> GatewayError {
        switch error {
        case .remoteConnectionClosed, .uncleanShutdown: .connectionLost(host: host)
        // Its description names no address and no field's value.
        default: .connectionFailed(host: host, reason: error.shortDescription)
        }
    }
}
