import Foundation
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Addresses and header fields")
struct HTTPTests {
    @Test("A header field cannot break out of its line, even if a preparer adds it")
    func injection() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }
        let gateway = try makeGateway(network) { parts in
            parts.preparers = [RequestPreparerClosureAdapter { if $0.path == "/p" { $0.headers["X-P"] = "a\nb" } }]
        }
        for value in ["a\r\nX-Evil: 1", "a\n", "\r", "a\u{0}b", "\u{7F}"] {
            await #expect(throws: GatewayError.invalidHeaderValue(name: "X-A")) {
                try await gateway.get("/", headers: ["X-A": value])
            }
        }
        for name in ["", "a b", "a:b", "a\r\nb", "ä"] {
            await #expect(throws: GatewayError.invalidHeaderName(name)) {
                try await gateway.get("/", headers: [name: "x"])
            }
        }
        await #expect(throws: GatewayError.invalidHeaderValue(name: "X-P")) { try await gateway.get("/p") }
        await #expect(throws: GatewayError.invalidMethod("GET /\r\n")) {
            try await gateway.submitRequest(MutableRequestProperties("GET /\r\n", "/"))
        }
        #expect(network.arrivals.isEmpty)
    }

    @Test(
        "Fields that frame or route a message are reserved for the network adapter, whoever adds them",
        arguments: [
            "Content-Length", "transfer-encoding", "Transfer-Encoding", "Host", "connection", "Keep-Alive",
            "Proxy-Connection", "TE", "Trailer", "UPGRADE", "Expect", "HTTP2-Settings",
        ])
    func transportFields(name: String) async throws {
        let network = InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }
        let gateway = try makeGateway(network) { parts in
            parts.preparers = [RequestPreparerClosureAdapter { if $0.path == "/p" { $0.headers.add("7", for: name) } }]
        }
        let refused = GatewayError.reservedHeader(name: name)
        #expect(refused.kind == .unsendable)
        for method in [.get, .head, .post, .patch] as [HTTPMethod] {
            await #expect(throws: refused) {
                try await gateway.submitRequest(MutableRequestProperties(method, "/", headers: [name: "7"]))
            }
        }
        await #expect(throws: refused) { try await gateway.get("/p") }
        await #expect(throws: refused) {
            try await gateway.submitRequest(
                MutableRequestProperties(.put, url: "https://s.test/f?sig=1", headers: [name: "x"], body: .text("x")))
        }
        #expect(network.arrivals.isEmpty)
        for near in ["X-\(name)", "\(name)s", "Content-Encoding"] {
            _ = try await gateway.get("/", headers: [near: "7"])
        }
    }

    @Test("Several cookies become one field, and remain secret")
    func cookies() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }
        let gateway = try makeGateway(network) { parts in
            parts.preparers = [RequestPreparerClosureAdapter { $0.headers.add("c=3", for: "COOKIE") }]
        }
        var headers: HeaderFields = ["Cookie": "a=1; b=2", "Accept": "text/plain"]
        headers.add("text/html", for: "Accept")
        #expect(headers["accept"] == "text/plain, text/html")
        headers.add("d=4", for: "cookie")
        #expect(headers["cookie"] == "a=1; b=2; d=4")
        _ = try await gateway.get("/", headers: headers)
        let sent = try #require(network.arrivals.first).request.headers
        #expect(sent.values(of: "Cookie") == ["a=1; b=2; d=4; c=3"])
        #expect(sent.values(of: "Accept") == ["text/plain", "text/html"])
        #expect(sent.fields.filter(\.isSecret).count == 1)
    }

    @Test("Surrounding blanks and tabs are removed from a value, but a line break is refused")
    func blanks() throws {
        for (value, read) in [
            (" a", "a"), ("a \t", "a"), ("\t a b \t ", "a b"), ("", ""), (" ", ""), ("\t", ""), ("é ", "é"), ("a", "a"),
            (" a\r\n", "a\r\n"), (" \u{A0}", "\u{A0}"),
        ] {
            #expect(HeaderFields.Field(name: "X-A", value: value).value == read)
        }
        let response = Response(
            status: 503, headers: ["Retry-After": " 2\t", "Content-Type": "application/json "],
            url: try #require(URL(string: "https://a.test")))
        #expect(response.retryAfter == .seconds(2))
        #expect(response.headers["Content-Type"] == "application/json")
    }

    @Test("A written address is sent as written, and its invalid characters are encoded")
    func writtenAddresses() throws {
        for (address, sent) in [
            ("https://s.test/a b/ü?q=[1] 2&x=%2F", "https://s.test/a%20b/%C3%BC?q=%5B1%5D%202&x=%2F"),
            ("https://s.test/a/../b/./c?sig=/../x", "https://s.test/b/c?sig=/../x"),
            ("https://s.test?sig=1", "https://s.test/?sig=1"),
        ] {
            let properties = try MutableRequestProperties(.put, url: address)
            #expect(try Request(properties, id: Request.ID(1), base: testBase()).url.absoluteString == sent)
        }
        for address in ["https://ü.test/", "https://a b/", "https://a/\nb", "/relative"] {
            #expect(throws: GatewayError.self) { try MutableRequestProperties(.put, url: address) }
        }
    }

    @Test("Fields keep their order, are case-insensitive, and can have the same name")
    func fields() {
        var headers: HeaderFields = ["Accept": "a", "X-B": "1"]
        headers.add("2", for: "x-b")
        headers["accept"] = "b"
        #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["accept=b", "X-B=1", "x-b=2"])
        #expect(headers["X-b"] == "1, 2")
        #expect(headers.values(of: "x-B") == ["1", "2"])
        headers.remove("X-B")
        headers["none"] = nil
        #expect(headers == ["accept": "b"])
    }

    @Test(
        "An invalid base URL is reported with its problem",
        arguments: [
            ("example.com", GatewayError.BaseURLProblem.noScheme), ("ftp://example.com", .unknownScheme),
            ("https://", .noHost), ("https:///path", .noHost), ("https://:80", .noHost), ("https://a:b", .badPort),
            ("https://a:0", .badPort), ("https://a:99999", .badPort), ("https://user:secret@a", .hasUser),
            ("https://a?x=secret", .hasQuery), ("https://a b", .hasForeignCharacters),
            ("https://exämple.com", .hasForeignCharacters), ("https://a\r\nb", .hasForeignCharacters),
            ("https://a\\b", .hasForeignCharacters), ("https://a\"b.example", .hasForeignCharacters),
            ("https://<a>/x", .hasForeignCharacters), ("https://a^b", .hasForeignCharacters),
            ("https://a{b}|`", .hasForeignCharacters), ("https://a/b c", .hasForeignCharacters),
            ("https://[::1", .noHost), ("https://[::1]x", .badPort), ("http://[]", .badHost),
            ("http://[]:80/a", .badHost),
            ("http://[fe80]", .badHost), ("http://[1:2:3:4:5:6:7]", .badHost), ("http://[1::2::3]", .badHost),
            ("http://[1:2:3:4:5:6:7:8:9]", .badHost), ("http://[::12345]", .badHost), ("http://[::g]", .badHost),
            ("http://[::1.2.3]", .badHost), ("http://[::1.2.3.256]", .badHost), ("http://[1.2.3.4]", .badHost),
            ("http://[::1%25]", .badHost), ("http://[v1.a]", .badHost),
            ("http://a:-1", .badPort),
            ("http://a:+8080", .badPort), ("http://a:", .badPort), ("http://a: 80", .hasForeignCharacters),
            ("http://a[b", .badHost), ("http://a]b", .badHost), ("http://a%41", .badHost), ("http://a%0Db", .badHost),
            ("http://.", .badHost), ("http://..", .badHost), ("http://.a", .badHost), ("http://a..b", .badHost),
            ("http://a,b", .badHost), ("http://a;b", .badHost), ("http://-", .badHost), ("http://a.b-.c", .badHost),
            ("http://-a.b", .badHost), ("http://0x7f.1", .badHost), ("http://2130706433", .badHost),
            ("http://127.1", .badHost), ("http://127.0.0.0x1", .badHost), ("http://127.0.0.01", .badHost),
            ("http://a.0XFF", .badHost), ("http://1.2.3.256", .badHost), ("http://1.2.3.4.5", .badHost),
            ("http://017700000001.", .badHost),
            ("http://\(String(repeating: "a", count: 64))", .badHost),
        ])
    func badBase(text: String, problem: GatewayError.BaseURLProblem) {
        #expect {
            try BaseURL(text)
        } throws: { error in
            let shown = "\(error)"
            return shown.hasSuffix(" is not a base URL: \(problem.text)") && !shown.contains("secret")
                && !shown.contains("\n")
        }
    }

    @Test("A base URL has an origin, with the default port of its scheme")
    func goodBase() throws {
        #expect(try BaseURL("HTTPS://Example.COM:443/v1/").description == "https://example.com/v1")
        #expect(try BaseURL("http://[::1]:8080").origin == BaseURL("http://[::1]:8080/a").origin)
        #expect(try BaseURL("http://a:443").origin != BaseURL("https://a").origin)
        #expect(try BaseURL("http://a").origin.port == 80)
        for host in ["127.0.0.1", "10.0.0.255.", "a-b.c", "xn--exmple-cua.com", "1.a", "0x7g", "my_host"] {
            #expect(try BaseURL("http://\(host)").origin.host == host)
        }
        for host in [
            "a-b.example_c.test.", "127.0.0.1", "[::]", "[::ffff:1.2.3.4]", "[1:2:3:4:5:6:7:8]",
            "[1:2:3:4:5:6:1.2.3.4]",
            "[fe80::1%25en0]", "[1::]", "xn--bcher-kva.example", String(repeating: "a", count: 63),
        ] {
            #expect(try BaseURL("http://\(host):8080/a").origin.host == host)
            #expect(throws: GatewayError.self) { try MutableRequestProperties(.get, url: "http://\(host)%00/a") }
        }
    }

    @Test(
        "A path and a query form an address",
        arguments: [
            ("/a b", [:], "https://api.test/v1/a%20b"), ("a", ["x": "1"], "https://api.test/v1/a?x=1"),
            ("/%41%zz", [:], "https://api.test/v1/%41%25zz"), ("/a%3Fb%23c", [:], "https://api.test/v1/a%3Fb%23c"),
            ("/100%", ["limit": 1], "https://api.test/v1/100%25?limit=1"),
            ("/ü", ["ä": "&=+ /"], "https://api.test/v1/%C3%BC?%C3%A4=%26%3D%2B%20%2F"),
            ("", [:], "https://api.test/v1"),
            ("/", [:], "https://api.test/v1/"), ("//x", [:], "https://api.test/v1//x"),
        ] as [(String, QueryItems, String)])
    func addresses(path: String, query: QueryItems, address: String) throws {
        let request = try Request(
            MutableRequestProperties(.get, path, query: query), id: Request.ID(1), base: testBase())
        #expect(request.url.absoluteString == address)
    }

    @Test(
        "A path does not leave the base URL",
        arguments: [
            "/..", "/a/../../b", "/%2e%2E/b", "/.", "https://evil.test/x", "/a/..%2Fb", "/..%2f..%2Fb", "/%2E%2e%5Cb",
            "/a%252f%252e%252e/b", "/..;v=1/b", "/a\\..\\b",
        ])
    func climbing(path: String) {
        #expect(throws: GatewayError.invalidPath(path)) {
            try Request(MutableRequestProperties(.get, path), id: Request.ID(1), base: testBase())
        }
    }

    @Test(
        "A query or fragment in a path is refused, with the name of the parameter for queries",
        arguments: [
            ("/episodes?after=20", "/episodes"), ("weights#top", "weights"), ("/a/?", "/a/"), ("?page=t0psecret", ""),
            ("/a?next=https://b.test/", "/a"),
        ])
    func queries(path: String, shown: String) async throws {
        let network = InMemoryNetworkAdapter { request, _ in .json(200, [], for: request) }
        let gateway = JsonGateway(baseURL: testBase(), network: network)
        let error = await #expect(throws: GatewayError.self) { try await gateway.get(path) }
        #expect(error == GatewayError.queryInPath(shown))
        #expect(error?.kind == .unsendable)
        #expect(error.map { "\($0)" }?.contains("params:") == true)
        #expect(error.map { "\($0)" }?.contains("t0psecret") == false)
        let typed = await #expect(throws: ServiceError.self) { try await gateway.get(path, as: [Int].self) }
        #expect(typed.map { "\($0)" }?.contains("params:") == true)
        #expect(network.arrivals.isEmpty)
        _ = try await gateway.get("/\(PathComponent("what?#1"))", params: ["after": 20])
        #expect(network.arrivals.map(\.request.url.absoluteString) == ["https://api.test/v1/what%3F%231?after=20"])
    }

    @Test(
        "Empty items of a written query keep their positions",
        arguments: ["a=1&&b=2", "&a=1&", "&&", "=&a=", "a=%5B1%5D&&"])
    func emptyItems(query: String) throws {
        #expect(QueryItems(written: query).encoded == query)
        let request = try Request(
            MutableRequestProperties(.get, url: "https://files.test/f?\(query)"), id: Request.ID(1), base: testBase())
        #expect(request.url.absoluteString == "https://files.test/f?\(query)")
    }

    @Test("A description, a dump and an error contain no secret")
    func secrets() throws {
        var properties = MutableRequestProperties(
            .put, "/a", query: ["signature": "t0psecret"],
            headers: ["Authorization": "t0psecret", "Cookie": "t0psecret"],
            body: .text("t0psecret"))
        properties.headers[secret: "X-Upload"] = "t0psecret"
        let request = try Request(properties, id: Request.ID(1), base: testBase())
        let response = Response(
            status: 200, headers: ["Set-Cookie": "t0psecret"], body: Data("t0psecret".utf8), url: request.url)
        let things: [Any] = [
            properties, request, response, request.headers, request.query, request.body, request.headers.fields,
            request.query.items, CacheKey(request), request.credentialFingerprint as Any,
        ]
        for thing in things {
            var dumped = ""
            dump(thing, to: &dumped)
            for text in ["\(thing)", String(reflecting: thing), dumped] {
                #expect(!text.contains("t0psecret"), "\(text)")
            }
        }
        properties.headers["Authorization"] = "t0psecret\n"
        #expect {
            try Request(properties, id: Request.ID(1), base: testBase())
        } throws: { error in
            !"\(error)".contains("t0psecret")
        }
    }
}
