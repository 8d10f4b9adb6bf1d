import Foundation
import ReactorServices

extension NetworkCheck {
    /// Checks with a server that breaks the rules of HTTP. An adapter must return a response, or an error of the kind
    /// `.unreachable`; it must never end the process, and never hang.
    public static var faults: [NetworkCheck] {
        WireFault.allCases.map { fault in NetworkCheck(fault.check) { try await fault.check($0) } } + deaths + fields
    }

    private static let fields: [NetworkCheck] = [
        NetworkCheck("sends several cookies in one field, and loses no field of a list") { checked in
            var headers: HeaderFields = ["Cookie": "one=1", "X-List": "a"]
            headers.add("two=2; three=3", for: "cookie")
            headers.add("b", for: "x-list")
            let sent = try await checked.faulty.get("/fields", headers: headers).json?.array ?? []
            let values = { (name: String) in
                sent.filter { $0[0]?.string?.lowercased() == name }
                    .compactMap { $0[1]?.string?.split(separator: " ").joined(separator: " ") }
            }
            try checked.expectEqual(values("cookie"), ["one=1; two=2; three=3"], "the cookies")
            let list = values("x-list").joined(separator: ",").filter { $0 != " " }
            try checked.expectEqual(list, "a,b", "a list")
        },
        NetworkCheck("returns the values of fields without surrounding spaces") { checked in
            let response = try await checked.faulty.get("/wire", params: ["fault": "padded"])
            try checked.expectEqual(response.headers["X-Padded"], "a \t b", "a field")
            try checked.expectEqual(response.retryAfter, .seconds(3), "the wait")
            let redirected = try await checked.faulty.get("/wire", params: ["fault": "padded-redirect"])
            try checked.expectEqual(redirected.url.path, "/ok", "the target of a redirect")
        },
        NetworkCheck("reads a type that arrives twice") { checked in
            let response = try await checked.faulty.get("/wire", params: ["fault": "two-types"])
            try checked.expectEqual(response.json, 42, "the answer")
        },
    ]

    private static let deaths: [NetworkCheck] = [
        NetworkCheck("survives a response that is cut after each of its bytes") { checked in
            let gateway = checked.faulty
            var cuts = 0
            while cuts < 1000 {
                do {
                    let whole = try await gateway.get("/cut", params: ["at": cuts])
                    try checked.expectEqual(whole.body.count, 3, "the size of a response cut at \(cuts)")
                    break
                } catch let error as GatewayError {
                    try checked.expectEqual(error.kind, .unreachable, "the error of a cut at \(cuts)")
                }
                cuts += 1
            }
            try checked.expect((90..<1000).contains(cuts), "\(cuts) cuts were tried")
        },
        NetworkCheck("sends a request that must not be repeated once, even if its connection dies") { checked in
            let gateway = checked.faulty
            for method in ["POST", "PATCH"] as [HTTPMethod] {
                let before = try await checked.faultArrivals().count { $0 == "\(method) /dies" }
                for _ in 1...5 {
                    _ = try await gateway.get("/ok")
                    _ = try? await gateway.submitRequest(MutableRequestProperties(method, "/dies"))
                }
                let after = try await checked.faultArrivals().count { $0 == "\(method) /dies" }
                try checked.expectEqual(after - before, 5, "the number of \(method) requests")
            }
        },
        NetworkCheck("completes a request with a body after the previous connection has died") { checked in
            for size in [3, 300_000] {
                _ = try await checked.faulty.get("/ok")
                let body = Data(repeating: 0x61, count: size)
                let response = try await checked.faulty.put("/dies", body: .bytes(body))
                try checked.expectEqual(response.status, 200, "the status")
            }
        },
        NetworkCheck("completes a safe request after its persistent connection has died") { checked in
            for _ in 1...20 {
                _ = try await checked.faulty.get("/ok")
                try checked.expectEqual(try await checked.faulty.get("/dies").status, 200, "the status")
            }
        },
        NetworkCheck("returns a 401 that requires Basic as the response, with its body") { checked in
            for method in [.get, .post, .delete] as [HTTPMethod] {
                let response = try await checked.faulty.submitRequest(
                    MutableRequestProperties(method, "/status", query: ["code": 401, "basic": 1, "body": "who?"]))
                try checked.expectEqual(response.status, 401, "the status of \(method)")
                try checked.expectEqual(response.headers["WWW-Authenticate"], "Basic realm=\"here\"", "a field")
                try checked.expectEqual(String(decoding: response.body, as: UTF8.self), "who?", "the body")
            }
        },
        NetworkCheck("returns a redirect without an address as the response") { checked in
            for status in [301, 302, 303, 307, 308] {
                for follows in [true, false] {
                    let response = try await checked.faulty.get("/status", params: ["code": status]) {
                        $0.followRedirects = follows
                    }
                    try checked.expectEqual(response.status, status, "the status")
                }
                let response = try await checked.faulty.post("/status", params: ["code": status])
                try checked.expectEqual(response.status, status, "the status of a POST")
            }
        },
    ]
}

/// Bytes that a server sends in place of a response; `faults.py` has them by these names.
private enum WireFault: String, CaseIterable {
    case nothing, reset, garbage, blank, zero, tls
    case badStatus = "bad-status"
    case noReason = "no-reason"
    case oldVersion = "old-version"
    case newVersion = "new-version"
    case someFields = "some-fields"
    case manyFields = "many-fields"
    case longField = "long-field"
    case endlessLine = "endless-line"
    case colonless, latin, nul, folded
    case bareLines = "bare-lines"
    case negative, huge
    case twoLengths = "two-lengths"
    case lengthAndChunks = "length-and-chunks"
    case badChunk = "bad-chunk"
    case hugeChunk = "huge-chunk"
    case cutChunk = "cut-chunk"
    case trailer
    case manyContinues = "many-continues"
    case switches, early, extra
    case drip

    var check: String { "survives \(summary)" }

    private var summary: String {
        switch self {
        case .nothing: "a connection that is closed without a response"
        case .reset: "a connection that is reset"
        case .garbage: "bytes that are not HTTP"
        case .blank: "empty lines"
        case .zero: "zeros"
        case .tls: "a TLS response to a plain request"
        case .badStatus: "a status that is not a number"
        case .noReason: "a status line without a reason"
        case .oldVersion: "a response of HTTP/1.0 without a length"
        case .newVersion: "a response of HTTP/9.9"
        case .someFields: "50 fields of a kilobyte"
        case .manyFields: "2,000 fields of a kilobyte"
        case .longField: "a field of 400 kilobytes"
        case .endlessLine: "a status line of two megabytes"
        case .colonless: "a field without a colon"
        case .latin: "a byte of Latin-1 in a field"
        case .nul: "a zero byte in a field"
        case .folded: "a field that continues in the next line"
        case .bareLines: "lines that end without a carriage return"
        case .negative: "a length below zero"
        case .huge: "a length that exceeds Int"
        case .twoLengths: "two lengths that differ"
        case .lengthAndChunks: "a length in addition to chunks"
        case .badChunk: "a chunk whose size is not a number"
        case .hugeChunk: "a chunk whose size exceeds Int"
        case .cutChunk: "a response that ends inside a chunk"
        case .trailer: "a trailer after the chunks"
        case .manyContinues: "a hundred informational responses"
        case .switches: "a change of protocols without a request for it"
        case .early: "a response before the request was read"
        case .extra: "a second response to one request"
        case .drip: "a response that arrives byte by byte"
        }
    }

    /// Whether there is a response anyway; nil if either is correct.
    private var isAnswer: Bool? {
        switch self {
        case .someFields, .trailer, .early, .extra, .drip, .oldVersion: true
        case .nothing, .reset, .garbage, .blank, .zero, .tls, .huge, .twoLengths, .badChunk, .hugeChunk, .cutChunk,
            .badStatus:
            false
        case .noReason, .newVersion, .manyFields, .longField, .endlessLine, .colonless, .latin, .nul, .folded,
            .bareLines, .negative, .lengthAndChunks, .manyContinues, .switches:
            nil
        }
    }

    func check(_ checked: CheckedNetwork) async throws {
        let body: RequestBody = self == .early ? .bytes(Data(count: 1 << 20)) : .text("x")
        do {
            let response = try await checked.faulty.post("/wire", params: ["fault": rawValue], body: body)
            try checked.expect(isAnswer != false, "the status was \(response.status)")
        } catch let error as GatewayError {
            try checked.expectEqual(error.kind, .unreachable, "the error: \(error)")
            try checked.expect(isAnswer != true, "it threw \(error)")
        }
        // And the next request succeeds.
        try checked.expectEqual(try await checked.faulty.get("/ok").status, 200, "the next status")
    }
}

extension CheckedNetwork {
    /// The requests that have arrived at the server, as method and path.
    func faultArrivals() async throws -> [String] {
        try await (faulty.get("/_arrivals").json?.array ?? []).compactMap(\.string)
    }
}
