import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Secrets of a queue's requests")
struct QueueSecretTests {
    enum Place: String, CaseIterable, Codable, Sendable {
        case credential, field, query, address

        var secret: String { "q\(rawValue)/+s3al=%7" }
    }

    /// The end of the change at a service that repeats all that was sent.
    enum Ending: CaseIterable, Sendable { case refuses, failsFirst, answersSomethingElse, isUnreachable }

    /// Two steps, the second of which depends on the first response.
    private struct Sealing: OfflineChange, ArrayRequestSequence {
        var place: Place
        var currentRequestIndex = 0
        var lane: LaneName { "s" }
        var predicted: [any Event] { [Named(lane: "s", name: "sealed")] }

        private enum CodingKeys: CodingKey { case place }

        init(_ place: Place) { self.place = place }

        private var first: RequestDescription {
            var headers = HeaderFields()
            var query: QueryItems = [:]
            if place == .field { headers[secret: "X-Session"] = place.secret }
            if place == .query { query.add(place.secret, for: "sig", isSecret: true) }
            let signed = "https://api.test/s/0?sig=\(PercentEncoding.component(place.secret))"
            return RequestDescription(
                destination: place == .address ? "signed" : .api, operation: "s", step: "first", method: .post,
                target: place == .address ? .address(signed) : .path("s/0"), query: query, headers: headers)
        }

        var requests: [RequestContinuation] {
            [
                { change, _ in change.first },
                { _, previous in
                    _ = try previous?.decoded(as: [String: Int].self)
                    return RequestDescription(operation: "s", step: "second", method: .post, target: .path("s/1"))
                },
            ]
        }
    }

    private func answer(_ request: Request, _ place: Place, _ ending: Ending, isFirst: Bool) throws -> Response {
        let echo = "got \(place.secret), \(PercentEncoding.component(place.secret))"
        if isFirst, ending == .failsFirst {
            return .json(503, ["message": .string(echo)], for: request)
        }
        if isFirst, ending == .isUnreachable {
            throw GatewayError.connectionFailed(host: "api.test", reason: "\(request.url.absoluteString): \(echo)")
        }
        if ending == .answersSomethingElse {
            let names = try JSONEncoder().encode([place.secret: "no number"])
            return .text(200, String(decoding: names, as: UTF8.self), for: request)
        }
        return .json(422, ["code": .string(place.secret), "message": .string(echo)], for: request)
    }

    @Test(
        "A refusal, the app's state and a journal contain no secret that the service repeats",
        arguments: Place.allCases, Ending.allCases)
    func shown(place: Place, ending: Ending) async throws {
        let bench = QueueBench()
        let asked = Locked(0)
        let network = InMemoryNetworkAdapter { request, _ in
            try answer(request, place, ending, isFirst: asked.next() == 1)
        }
        let app = try await bench.app()
        let gateway = try makeGateway(network, maxActive: 100)
        let credential = place == .credential ? APIKeyCredential(place.secret, header: "Key") : nil
        var runtime = bench.runtime
        runtime.clock = RuntimeClock(JumpingClock())
        let queue = try await ChangeQueue<Sealing>.open(
            journal: "/queue", configuration: bench.disk.configuration(),
            destinations: [
                .api: .server(gateway, credential: credential), "signed": .addresses(gateway),
            ], options: ChangeQueueOptions(runtime: runtime), audience: .opened(app))
        try await queue.enqueue(Sealing(place))
        await queue.idle()
        await app.core.settled()
        var seen = "\(await app.core.state)\n\(bench.reports.copy)\n"
        let letters = await queue.deadLetters
        try #require(letters.count == 1)
        dump(letters.map(\.refusal), to: &seen)
        try await queue.close()
        try await app.close()
        seen += bench.disk.journal("/app")
        // A request's description is stored, to be sent again, but the credential's additions are not.
        if place == .credential { seen += bench.disk.journal("/queue") }
        let escaped = place.secret.replacing("/", with: "\\/")
        for word in [place.secret, PercentEncoding.component(place.secret), escaped] {
            #expect(!seen.contains(word), "\(word) in \(seen)")
        }
    }
}
