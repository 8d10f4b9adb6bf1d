import Reactor
import ReactorServices

extension NetworkCheck {
    /// Checks of the way in which an adapter handles responses.
    static let answers: [NetworkCheck] = [
        NetworkCheck("returns every status as a response") { checked in
            for status in [204, 304, 400, 401, 404, 429, 500, 503] {
                try await checked.add(.status(status, headers: ["X-Why": "rule"], path: "/echo"))
                let response = try await checked.gateway.get("/echo")
                try checked.expectEqual(response.status, status, "the status")
                try checked.expectEqual(response.headers["x-why"], "rule", "a field of the response")
            }
        },
        NetworkCheck("reads an empty response, a large one, and one that is only a header") { checked in
            let sizes = [0, 3_000_000, 1]
            for size in sizes {
                let body = try await checked.gateway.get("/bytes", params: ["count": size]).body
                try checked.expectEqual(body.count, size, "the size of the body")
            }
            try checked.expect(try await checked.gateway.get("/empty").body.isEmpty, "a 204 has a body")
            let head = try await checked.gateway.submitRequest(
                MutableRequestProperties(.head, "/bytes", query: ["count": 1000]))
            try checked.expect(head.status == 200 && head.body.isEmpty, "HEAD returned \(head)")
        },
        NetworkCheck("refuses a response larger than its limit") { checked in
            let fits = try await checked.gateway.get("/bytes", params: ["count": 1000]) { $0.answerLimit = 1000 }
            try checked.expectEqual(fits.body.count, 1000, "the size of a body as large as its limit")
            try await checked.expectError(
                "that the response is too large",
                { try await checked.gateway.get("/bytes", params: ["count": 1000]) { $0.answerLimit = 999 } }
            ) { $0.kind == .unusableAnswer && $0.status == 200 }
            try checked.expectEqual(try await checked.gateway.get("/empty").status, 204, "the next status")
        },
        NetworkCheck("delivers a large response piece by piece, without buffering it") { checked in
            struct Full: Error {}
            let gateway = try checked.gateway { $0.limits.answer = 10 }
            let pieces = Synchronized<[BodyPiece]>([])
            let response = try await gateway.get("/bytes", params: ["count": 3_000_000]) { properties in
                properties.onBody = { piece in pieces.withLock { $0.append(piece) } }
            }
            try checked.expect(response.status == 200 && response.body.isEmpty, "the body was gathered too")
            var end = 0
            for piece in pieces.withLock({ $0 }) {
                try checked.expectEqual(piece.offset, end, "the offset of a piece")
                end += piece.data.count
            }
            try checked.expectEqual(end, 3_000_000, "the size of all pieces")
            let strays = Synchronized(0)
            let refused = try await gateway.get("/nothing") { properties in
                properties.onBody = { _ in strays.withLock { $0 += 1 } }
            }
            try checked.expect(refused.status == 404 && !refused.body.isEmpty, "the body of an error is the response's")
            try checked.expectEqual(strays.withLock { $0 }, 0, "the number of pieces of an error")
            try await checked.expectError(Full.self) {
                try await gateway.get("/bytes", params: ["count": 3_000_000]) { $0.onBody = { _ in throw Full() } }
            }
            try await checked.expectError(
                "that the response is too large",
                {
                    try await gateway.get("/bytes", params: ["count": 3_000_000]) { properties in
                        properties.answerLimit = 2_000_000
                        properties.onBody = { _ in }
                    }
                }
            ) { $0.kind == .unusableAnswer && $0.status == 200 }
            try checked.expectEqual(try await gateway.get("/empty").status, 204, "the next status")
        },
    ]

    /// Checks of the errors of an adapter if there is no response.
    static let failures: [NetworkCheck] = [
        NetworkCheck("reports a lost connection and a truncated response") { checked in
            let host = checked.server.api.origin.host
            try await checked.add(.disconnect(path: "/echo"))
            try await checked.expectError(
                "that the connection was lost", { try await checked.gateway.post("/echo") }
            ) { $0 == .connectionLost(host: host) }
            try await checked.add(.truncate(400, path: "/bytes"))
            try await checked.expectError(
                "that the response was truncated after 400 bytes",
                { try await checked.gateway.post("/bytes", params: ["count": 1000]) }
            ) { error in [nil, 1_000].contains { error == .truncatedAnswer(received: 400, expected: $0) } }
        },
        NetworkCheck("reports a refused connection, without secrets") { checked in
            let nobody = CompositedGateway(baseURL: try BaseURL("http://127.0.0.1:1"), network: checked.network)
            let error = try await checked.expectError(
                "that there is no connection",
                { try await nobody.get("/x", params: ["token": "t0psecret"], headers: ["Authorization": "t0psecret"]) }
            ) { $0.kind == .unreachable && "\($0)".contains("127.0.0.1") }
            try checked.expect(!"\(error)".contains("t0psecret"), "the error shows a secret")
        },
        NetworkCheck("ends promptly when it is canceled before the server responds") { checked in
            // Longer than any caller waits: a call that did not end on its own would not end at all.
            try await checked.add(.delay(86_400, path: "/echo"))
            let gateway = checked.gateway
            let call = Task { try await gateway.post("/echo") }
            try await checked.arrived(1)
            for request in gateway.activeRequests { gateway.cancelRequest(request) }
            try await checked.expectError(CancellationError.self) { try await call.value }
            try checked.expectEqual(try await gateway.get("/empty").status, 204, "the next status")
        },
    ]
}
