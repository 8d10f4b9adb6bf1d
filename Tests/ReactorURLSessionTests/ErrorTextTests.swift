import Foundation
import ReactorServices
import Testing

@testable import ReactorURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("What the session adapter says")
struct ErrorTextTests {
    @Test("Of the system's errors, in words of its own")
    func reasons() {
        let table: [(URLError.Code, String)] = [
            (.cannotFindHost, "the name of the host is unknown"), (.dnsLookupFailed, "the name of the host is unknown"),
            (.cannotConnectToHost, "it refuses connections, or nobody listens there"),
            (.notConnectedToInternet, "this machine is not connected"), (.timedOut, "the system gave up waiting"),
            (.secureConnectionFailed, "a secure connection could not be made"),
            (.unknown, "the system does not say why"),
            (.badURL, "the system's error -1000"),
        ]
        for (code, text) in table { #expect(Errors.reason(code) == text) }
        #expect(Errors.noTemporaryFile == "no temporary file can be made for it")
        #expect(Errors.cannotBeWritten == "it cannot be written to a temporary file")
        #expect(Errors.cannotBeRead == "it cannot be read again from its temporary file")
        #expect(Errors.noHTTP == "the answer is not HTTP")
    }

    @Test("Of a certificate and of a handshake, where the system has no code for it and says it in words")
    func words() {
        let table: [(String, URLError.Code)] = [
            ("SSL certificate problem: self-signed certificate", .serverCertificateUntrusted),
            ("SSL certificate problem: certificate has expired", .serverCertificateUntrusted),
            (
                "SSL: no alternative certificate subject name matches target host name 'a'", .serverCertificateUntrusted
            ),
            ("server certificate verification failed. CAfile: none CRLfile: none", .serverCertificateUntrusted),
            ("error:0A00010B:SSL routines::wrong version number", .secureConnectionFailed),
            ("error:0A00045C:SSL routines::tlsv13 alert certificate required", .secureConnectionFailed),
            ("gnutls_handshake() failed: An unexpected TLS packet was received.", .secureConnectionFailed),
            ("Something else", .unknown),
        ]
        for (words, code) in table {
            let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words])
            #expect(error.plainCode == code, "\(words)")
        }
        #expect(URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "SSL"]).plainCode == .timedOut)
    }

    @Test("A cancellation of the system is one of ours; with pinned certificates it is a refused one")
    func cancelled() throws {
        let base = try BaseURL("https://a.test")
        let request = try Request(MutableRequestProperties(.get, "/"), id: Request.ID(1), base: base)
        let error = URLError(.cancelled)
        #expect(throws: CancellationError.self) { try Transfer(request).end(error, url: request.url).get() }
        #expect(throws: GatewayError.certificateRefused(host: "a.test")) {
            try Transfer(request, isPinned: true).end(error, url: request.url).get()
        }
    }
}
