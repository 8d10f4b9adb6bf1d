import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Forms with files")
struct MultipartTests {
    private static let boundary = MultipartBoundary(random: { 0xAB })

    @Test(
        "A content type or a name with a line break is refused",
        arguments: ["image/png\r\nX: y", "image/png\n", "\r", "a/b\u{0}", "a/\u{1B}[31m", "\u{7F}"])
    func controls(text: String) async throws {
        let folder = try ScratchFolder()
        let path = try folder.file("x", Data())
        let network = InMemoryNetworkAdapter { request, _ in .empty(204, for: request) }
        let gateway = JsonGateway(baseURL: testBase(), network: network)
        func post(_ form: MultipartForm) async throws { _ = try await gateway.post("/", body: .multipart(form)) }
        await #expect(throws: GatewayError.invalidHeaderValue(name: "Content-Type")) {
            try await post(MultipartForm(files: [.init(name: "f", path: path, fileName: "x", contentType: text)]))
        }
        let isRefused = text.utf8.contains { $0 != 0x0D && $0 != 0x0A && ($0 < 0x20 || $0 == 0x7F) }
        for form in [
            MultipartForm(fields: [.init(name: text, value: text)]),
            MultipartForm(files: [.init(name: text, path: path, fileName: "x")]),
            MultipartForm(files: [.init(name: "f", path: path, fileName: text)]),
        ] {
            if isRefused {
                await #expect(throws: GatewayError.invalidHeaderValue(name: "Content-Disposition")) {
                    try await post(form)
                }
            } else {
                try await post(form)
            }
        }
        #expect(network.arrivals.count == (isRefused ? 0 : 3))
    }

    @Test("A given boundary must not occur in any part of the form or in any file, even across chunks")
    func givenBoundary() async throws {
        let folder = try ScratchFolder()
        let path = try folder.file("x", Data("nothing".utf8))
        let network = InMemoryNetworkAdapter { request, _ in .empty(204, for: request) }
        let gateway = JsonGateway(baseURL: testBase(), network: network)
        func post(_ form: MultipartForm, _ boundary: String? = "b-1") async throws {
            _ = try await gateway.post("/", body: .multipart(form, boundary: boundary))
        }
        func file(_ name: String = "f", _ fileName: String = "x", _ type: String = "a/b") -> MultipartForm {
            MultipartForm(files: [.init(name: name, path: path, fileName: fileName, contentType: type)])
        }
        let evil = "x\r\n--b-1\r\nContent-Disposition: form-data; name=\"role\"\r\n\r\nadmin"
        for form in [
            MultipartForm(fields: [.init(name: "note", value: evil)]),
            MultipartForm(fields: [.init(name: "note", value: "--b-1")]),
            MultipartForm(fields: [.init(name: "note", value: "a\n--b-12")]),
            MultipartForm(fields: [.init(name: "--b-1", value: "")]), file("--b-1"), file("f", "--b-1--"),
            file("f", "x", "a/--b-1"),
        ] {
            let error = await #expect(throws: GatewayError.self) { try await post(form) }
            #expect(error?.kind == .unsendable)
        }
        #expect(network.arrivals.isEmpty)
        for form in [MultipartForm(fields: [.init(name: "note", value: "b-1 -b-1 --b-2 --b-")]), file()] {
            try await post(form)
        }
        try await post(MultipartForm(fields: [.init(name: "note", value: evil)]), nil)
        #expect(network.arrivals.count == 3)
        // A chunk of a file ends after 65,536 bytes.
        for start in [0, 10, 65_530, 65_531, 65_533, 65_535, 65_536, 131_067] {
            let bytes = Data(repeating: 0x2D, count: start) + Data("--b-1\r\n".utf8) + Data(count: 70_000)
            let path = try folder.file("evil", bytes)
            let form = MultipartForm(files: [.init(name: "f", path: path, fileName: "x")])
            let error = await #expect(throws: GatewayError.self) { try await post(form) }
            #expect(error?.kind == .unsendable, "\(start)")
            try await post(form, "b-2")
        }
        #expect(network.arrivals.count == 11)
    }

    #if !os(Windows)
        @Test("A FIFO, a device or a folder is refused immediately, as a body and as a part of a form")
        func notRegular() async throws {
            let folder = try ScratchFolder()
            let fifo = folder.path + "/fifo"
            #expect(mkfifo(fifo, 0o600) == 0)
            for path in [fifo, "/dev/zero", "/dev/null", folder.path] {
                let refused = GatewayError.unreadableBody(path: path, reason: "it is not a regular file")
                #expect(throws: refused) { try BodyStream(file: path) }
                #expect(throws: refused) { try FileMark(path) }
                let form = MultipartForm(files: [.init(name: "f", path: path, fileName: "x")])
                #expect(throws: refused) { try form.body(boundary: Self.boundary) }
            }
            // The special file can also have replaced a regular one.
            let path = try folder.file("x", Data("12345".utf8))
            let stream = try BodyStream(file: path)
            #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
            await #expect(throws: GatewayError.unreadableBody(path: path, reason: "it is not a regular file")) {
                for try await _ in try stream.chunks() {}
            }
        }
    #endif

    @Test("A missing file, and a file that changes while it is sent, fail the request")
    func changes() async throws {
        let folder = try ScratchFolder()
        let path = try folder.file("a", Data("12345".utf8))
        let form = MultipartForm(files: [.init(name: "f", path: path, fileName: "a")])
        let stream = try form.body(boundary: Self.boundary)
        _ = try folder.file("a", Data("1234567".utf8))
        await #expect(throws: GatewayError.bodyLengthDiffers(said: 5, given: 7)) {
            for try await _ in try stream.chunks() {}
        }
        let missing = MultipartForm(files: [.init(name: "f", path: folder.path + "/none", fileName: "a")])
        #expect(throws: GatewayError.self) { try missing.body(boundary: Self.boundary) }
    }

    @Test("Any form equals that of a naive writer, whatever its names contain, has its length, and can be read twice")
    func model() async throws {
        #expect(Self.boundary.contentType == "multipart/form-data; boundary=reactor-00000000000000ab00000000000000ab")
        let folder = try ScratchFolder()
        let letters = ["a", "b", "z", "-", "_", " ", "ä", "🙂", "=", "&", ";", "\"", "\r\n", "\r", "\n"]
        let types = ["application/octet-stream", "image/png; a=\"b\""]
        let codes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
        for seed in 0..<UInt64(Loops.always(40)) {
            var random = SeededRandom(seed: seed)
            func text(_ random: inout SeededRandom) -> String {
                (0..<random.below(9)).map { _ in random.pick(letters) ?? "a" }.joined()
            }
            let fields = (0..<random.below(4)).map { _ in
                MultipartForm.Field(name: text(&random), value: text(&random))
            }
            var contents: [Data] = []
            let files = try (0..<random.below(3)).map { index in
                let content = Data((0..<random.below(200_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
                contents.append(content)
                let (name, path, fileName) = (text(&random), try folder.file("f\(index)", content), text(&random))
                if index == 0 { return MultipartForm.File(name: name, path: path, fileName: fileName) }
                return MultipartForm.File(name: name, path: path, fileName: fileName, contentType: types[1])
            }
            let boundary = "--" + Self.boundary.text
            var expected = Data()
            func quoted(_ text: String) -> String { text.unicodeScalars.map { codes[$0] ?? String($0) }.joined() }
            for field in fields {
                expected += Data(
                    "\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(field.name))\"\r\n\r\n".utf8)
                expected += Data("\(field.value)\r\n".utf8)
            }
            for ((file, content), type) in zip(zip(files, contents), types) {
                expected += Data("\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(file.name))\"; ".utf8)
                expected += Data("filename=\"\(quoted(file.fileName))\"\r\n".utf8)
                expected += Data("Content-Type: \(type)\r\n\r\n".utf8)
                expected += content + Data("\r\n".utf8)
            }
            expected += Data("\(boundary)--\r\n".utf8)

            let form = MultipartForm(fields: fields, files: files)
            let stream = try form.body(boundary: Self.boundary)
            #expect(stream.length == expected.count, "seed \(seed)")
            for _ in 0..<2 {
                var read = Data()
                for try await chunk in try stream.chunks() { read += chunk }
                #expect(read == expected, "seed \(seed)")
            }
        }
    }
}

@Suite("A form with files as a body")
struct MultipartBodyTests {
    private let form = MultipartForm(fields: [.init(name: "a", value: "1")])

    private func boundary(_ request: Request?) -> String? {
        request?.headers["Content-Type"]?.split(separator: "boundary=").last.map(String.init)
    }

    @Test("Any gateway writes the form, with random boundaries of the runtime, which differ for each attempt")
    func random() async throws {
        let number = Locked(0)
        let network = InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }
        let gateway = try makeGateway(network) { $0.runtime.random = { UInt64(number.next()) } }
        for _ in 1...2 { _ = try await gateway.post("/", body: .multipart(form)) }
        let boundaries = network.arrivals.map { boundary($0.request) }
        #expect(
            boundaries == [
                "reactor-00000000000000010000000000000002", "reactor-00000000000000030000000000000004",
            ])
        for (arrival, boundary) in zip(network.arrivals, boundaries) {
            let text = String(decoding: arrival.body, as: UTF8.self)
            #expect(text.hasPrefix("--\(boundary ?? "")\r\n") && text.hasSuffix("--\(boundary ?? "")--\r\n"))
            #expect(arrival.request.body.length == arrival.body.count)
        }
    }

    @Test("A given boundary is used, and the type contains no other")
    func given() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .empty(200, for: request) }
        let gateway = try makeGateway(network)
        _ = try await gateway.post("/", headers: ["Content-Type": "x"], body: .multipart(form, boundary: "b-1"))
        _ = try await gateway.post("/", body: .multipart(form, boundary: "b:1"))
        #expect(
            network.arrivals.map { $0.request.headers["Content-Type"] } == [
                "multipart/form-data; boundary=b-1", "multipart/form-data; boundary=\"b:1\"",
            ])
        for boundary in ["", "a b", "a\r\nX: y", "ä", String(repeating: "x", count: 71), "a\"b"] {
            await #expect(throws: GatewayError.unusableBoundary(boundary)) {
                try await gateway.post("/", body: .multipart(form, boundary: boundary))
            }
        }
        #expect(network.arrivals.count == 2)
    }

    @Test("A client can send the form again with an idempotency key")
    func again() async throws {
        let calls = Locked(0)
        let bench = try Bench(clock: JumpingClock(), random: { 0 }) { request, _ in
            .empty(calls.next() == 1 ? 503 : 201, for: request)
        }
        let request = MutableRequestProperties(.post, "/", body: .multipart(form))
        let answer = try await bench.pipeline.send("C.add", request, options: RequestOptions(idempotencyKey: "k"))
        #expect(answer.raw.status == 201)
        #expect(bench.network.arrivals.count == 2 && Set(bench.network.arrivals.map(\.body.count)).count == 1)
        #expect("\(RequestBody.multipart(form))" == "a form of 1 fields and 0 files")
    }
}
