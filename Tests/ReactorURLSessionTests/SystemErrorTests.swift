import Foundation
import Testing

@testable import ReactorServices

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Errors of the system")
struct SystemErrorTests {
    @Test("A refused certificate and a failed handshake are recognized by the system's message if they have no code")
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

    @Test("A cancellation by the system throws CancellationError; with pinned certificates it is a refused certificate")
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
