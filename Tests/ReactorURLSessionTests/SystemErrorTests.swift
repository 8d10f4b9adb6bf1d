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
            ("Recv failure: Connection reset by peer", .networkConnectionLost),
            ("OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 0", .networkConnectionLost),
            ("Stream error in the HTTP/2 framing layer", .networkConnectionLost),
            ("Something else", .unknown),
        ]
        for (words, code) in table {
            let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words])
            #expect(error.plainCode == code, "\(words)")
        }
        #expect(URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "SSL"]).plainCode == .timedOut)
    }

    @Test("A response that has arrived completely is the response, although the rest of the upload is refused")
    func early() throws {
        let base = try BaseURL("https://a.test")
        let request = try Request(MutableRequestProperties(.put, "/", body: .text("x")), id: Request.ID(1), base: base)
        let reset = URLError(
            .unknown, userInfo: [NSLocalizedDescriptionKey: "Stream error in the HTTP/2 framing layer"])
        for (status, length, received, isWhole) in [
            (204, nil, 0, true), (200, "3", 3, true), (200, "3", 2, false), (200, nil, 3, false), (200, "0", 0, true),
        ] as [(Int, String?, Int, Bool)] {
            var transfer = Transfer(request)
            let head = HTTPURLResponse(
                url: request.url, statusCode: status, httpVersion: nil,
                headerFields: length.map { ["Content-Length": $0] } ?? [:])
            try transfer.begin(#require(head))
            _ = try transfer.take(Data(count: received))
            let end = transfer.end(reset, url: request.url)
            if isWhole {
                #expect(try end.get().status == status && end.get().body.count == received)
            } else {
                #expect(throws: GatewayError.truncatedAnswer(received: received, expected: length.flatMap { Int($0) }))
                {
                    try end.get()
                }
            }
            #expect(throws: CancellationError.self) { try transfer.end(URLError(.cancelled), url: request.url).get() }
        }
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
