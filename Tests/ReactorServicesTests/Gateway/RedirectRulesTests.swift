import Foundation
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("The rules of redirects")
struct RedirectRulesTests {
    private func request(_ method: HTTPMethod = .put, url: String = "https://a.test/x") throws -> Request {
        var headers: HeaderFields = [
            "Authorization": "s", "Idempotency-Key": "k", "Content-Type": "t", "X-Token": "open",
        ]
        headers[secret: "Ocp-Key"] = "s"
        var properties = try MutableRequestProperties(method, url: url, headers: headers, body: .text("b"))
        properties.followRedirects = true
        return try Request(properties, id: Request.ID(1), base: testBase())
    }

    private func answer(_ status: Int, _ location: String?) throws -> Response {
        Response(status: status, headers: location.map { ["Location": $0] } ?? [:], url: URL(fileURLWithPath: "/"))
    }

    @Test(
        "An origin is a scheme, a host and a port, and another origin receives no credentials",
        arguments: [
            ("https://a.test/y", true), ("/y", true), ("y?q=1", true), ("//a.test:443/y", true),
            ("http://a.test/y", false), ("https://a.test:8443/y", false), ("https://b.test/y", false),
            ("//b.test/y", false), ("https://a.test.evil/y", false), ("HTTPS://A.TEST/y", true),
        ])
    func origins(location: String, isSame: Bool) throws {
        var rules = RedirectRules()
        let next = try #require(try rules.next(after: answer(307, location), to: request()))
        #expect(next.headers["Authorization"] == (isSame ? "s" : nil))
        #expect(next.headers["Ocp-Key"] == (isSame ? "s" : nil))
        #expect(next.headers["X-Token"] == "open", "nothing is guessed from a name")
        #expect(next.headers["Idempotency-Key"] == "k")
        #expect(next.path == "/y")
    }

    @Test(
        "Dot segments in an address are resolved, at most up to its root",
        arguments: [
            ("https://a.test/b/../y", "/y"), ("../y", "/y"), ("/b/./c/../../y", "/y"), ("/../../y", "/y"),
            ("./y", "/y"), ("https://b.test/b/%2e%2E/y", "/y"), ("/b/..", "/"), ("/y/.", "/y/"), ("/a//../y", "/a/y"),
        ])
    func dots(location: String, path: String) throws {
        var rules = RedirectRules()
        #expect(try rules.next(after: answer(307, location), to: request())?.url.path(percentEncoded: true) == path)
    }

    @Test("Removed credentials do not return after a redirect back")
    func back() throws {
        var rules = RedirectRules()
        let away = try #require(try rules.next(after: answer(307, "https://b.test/"), to: request()))
        let back = try #require(try rules.next(after: answer(307, "https://a.test/"), to: away))
        #expect(back.headers["Authorization"] == nil)
    }

    @Test("Another status, a missing address, or a request without redirects makes the redirect the response")
    func none() throws {
        var rules = RedirectRules()
        for (status, location) in [(200, "/y"), (300, "/y"), (304, "/y"), (302, nil)] {
            #expect(try rules.next(after: answer(status, location), to: request())?.path == nil)
        }
    }

    @Test("A HEAD remains a HEAD, and a GET loses the fields of its body")
    func methods() throws {
        var rules = RedirectRules()
        #expect(try rules.next(after: answer(303, "/y"), to: request(.head))?.method == .head)
        let get = try #require(try rules.next(after: answer(303, "/y"), to: request(.post)))
        #expect(get.method == .get)
        #expect(get.headers["Content-Type"] == nil)
        #expect(get.body.length == 0)
    }

    @Test(
        "An address with a user or another scheme is refused",
        arguments: ["https://u:p@a.test/", "ftp://a.test/", "javascript:x"])
    func refused(location: String) throws {
        var rules = RedirectRules()
        #expect(throws: GatewayError.unusableRedirect(host: "a.test")) {
            try rules.next(after: answer(302, location), to: request())
        }
    }

    @Test("Two addresses are not followed, as two fields or joined into one")
    func twoAddresses() throws {
        for headers in [["Location": "/me", "Location": "/other"], ["Location": "/me, /other"]] as [HeaderFields] {
            var rules = RedirectRules()
            let answer = Response(status: 303, headers: headers, url: URL(fileURLWithPath: "/"))
            #expect(throws: GatewayError.unusableRedirect(host: "a.test")) {
                try rules.next(after: answer, to: request(.get))
            }
        }
        var rules = RedirectRules()
        #expect(try rules.next(after: answer(303, "/me,other"), to: request(.get))?.url.path == "/me,other")
    }
}
