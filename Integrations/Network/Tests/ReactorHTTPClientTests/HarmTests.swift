import AsyncHTTPClient
import Foundation
import ReactorHTTPClient
import ReactorServices
import Testing

/// The behavior of `hostile.py`, and the result of a request to it.
private enum Harm: String, CaseIterable {
    case endlessField = "http-endless-field"
    case endlessFields = "http-endless-fields"
    case endlessInterim = "http-endless-interim"
    case endlessChunkSize = "http-endless-chunk-size"
    case endlessChunkExtension = "http-endless-chunk-extension"
    case endlessTrailers = "http-endless-trailers"
    case endlessError = "http-endless-error"
    case endlessAnswer = "http-endless-answer"
    case garbageBehind = "http-garbage-behind"
    case bomb = "http-bomb"
    case circle = "http-circle"
    case cutWhole = "tls-cut-whole"
    case cutInside = "tls-cut-inside"
    case cutOpen = "tls-cut-open"
    case cutUnanswered = "tls-cut-unanswered"
    case garbageFrames = "h2-garbage"
    case goAway = "h2-goaway"
    case goAwayInside = "h2-goaway-inside"
    case refused = "h2-refused"
    case resetInside = "h2-reset-inside"
    case resetIdle = "h2-reset-idle"
    case dataFirst = "h2-data-first"
    case badTable = "h2-bad-table"
    case noStatus = "h2-no-status"
    case largeFrame = "h2-large-frame"
    case hugeFrame = "h2-huge-frame"
    case promise = "h2-promise"
    case window = "h2-window"
    case noWindow = "h2-no-window"
    case endlessPings = "h2-endless-pings"
    case endlessSettings = "h2-endless-settings"
    case endlessResets = "h2-endless-resets"
    case endlessHeaderFields = "h2-endless-fields"
    case endlessNothing = "h2-endless-nothing"
    case endlessFrames = "h2-endless-answer"

    enum End: Equatable { case answer(Int), refusal(GatewayError.Kind) }

    /// The allowed results.
    func ends(of method: HTTPMethod) -> [End] {
        switch self {
        case .garbageBehind, .cutWhole: [.answer(200)]
        // A request that must not be repeated does not follow a redirect.
        case .circle where !method.isSafe: [.answer(302)]
        case .endlessError: [.answer(500)]
        case .endlessAnswer, .bomb, .circle: [.refusal(.unusableAnswer)]
        // The server sends more than the stream allows; a busy machine may detect this before the size limit.
        case .endlessFrames: [.refusal(.unusableAnswer), .refusal(.unreachable)]
        default: [.refusal(.unreachable)]
        }
    }
}

@Suite("A hostile server", .enabled(if: Script.python != nil && Hosts.areAvailable, "nginx is missing"))
struct HarmTests {
    private let hosts: Hosts
    private let hostile: Script
    /// Shared by all tests, because creating certificates takes longer than a test.
    private static let servers = Result {
        let hosts = try Hosts()
        return (hosts, try Script("../Fixtures/hostile.py", hosts.folder))
    }

    init() throws { (hosts, hostile) = try Self.servers.get() }

    private func gateway(_ name: String, _ network: any NetworkAdapter) throws -> CompositedGateway {
        let port = hostile.words["ports"]?[name]?.int ?? 0
        let scheme = name.hasPrefix("http") ? "http" : "https"
        return try CompositedGateway(patientAt: BaseURL("\(scheme)://localhost:\(port)"), over: network)
    }

    private func network() throws -> HTTPClientNetworkAdapter {
        var configuration = try hosts.configuration()
        configuration.decompression = .enabled(limit: .none)
        return HTTPClientNetworkAdapter(configuration)
    }

    @Test("A hostile response neither crashes the process nor is read without a limit", arguments: Harm.allCases)
    private func limits(harm: Harm) async throws {
        let network = try network()
        for method in ["GET", "POST"] as [HTTPMethod] {
            let end: Harm.End
            do {
                var properties = MutableRequestProperties(method, "/")
                properties.answerLimit = 1 << 20
                let answer = try await gateway(harm.rawValue, network).submitRequest(properties)
                end = .answer(answer.status)
            } catch let error as GatewayError {
                end = .refusal(error.kind)
                // A server that speaks HTTP/2 was connected, and may have received the request.
                #expect(harm == .garbageFrames || !"\(error)".hasPrefix("No connection"), "\(error)")
            }
            #expect(harm.ends(of: method).contains(end), "\(method)")
        }
        // The client did not read the data that it refused. Over TLS it reads on for a while, so the amount is not
        // checked there.
        for line in (try? hosts.lines(of: "hostile.log")) ?? [] where line.hasPrefix("http-") {
            let count = try #require(line.split(separator: " ").last.flatMap { Int($0) })
            #expect(count < 32 << 20, "\(line)")
        }
        #expect(try await hosts.gateway("ec", network).get("/").status == 200)
    }

    @Test("A truncated chunked response is not accepted as complete")
    func truncatedChunks() async throws {
        let gateway = try gateway("http-cut", network())
        var cuts = 0
        while cuts < 1000 {
            do {
                let whole = try await gateway.get("/\(cuts)")
                #expect(String(decoding: whole.body, as: UTF8.self) == "onetwo")
                break
            } catch let error as GatewayError {
                #expect(error.kind == .unreachable)
            }
            cuts += 1
        }
        #expect((80..<1000).contains(cuts))
    }
}
