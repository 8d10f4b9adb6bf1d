#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import Foundation

/// Why a request over `URLSession` failed.
extension Errors {
    /// What is said of a code of the system's; never its own text, which shows the whole address.
    static func reason(_ code: URLError.Code) -> String {
        switch code {
        case .cannotFindHost, .dnsLookupFailed: "the name of the host is unknown"
        case .cannotConnectToHost: "it refuses connections, or nobody listens there"
        case .notConnectedToInternet: "this machine is not connected"
        case .timedOut: "the system gave up waiting"
        case .secureConnectionFailed: "a secure connection could not be made"
        case .unknown: "the system does not say why"
        default: "the system's error \(code.rawValue)"
        }
    }

    /// Why a request or an answer failed: there is no folder for temporary files, or no right to it.
    static let noTemporaryFile = "no temporary file can be made for it"
    /// Why a request or an answer failed: the disk is full, most often.
    static let cannotBeWritten = "it cannot be written to a temporary file"
    /// Why a request or an answer failed: its temporary file was removed or changed.
    static let cannotBeRead = "it cannot be read again from its temporary file"
    /// The address does not speak HTTP.
    static let noHTTP = "the answer is not HTTP"
}
