import Foundation
import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("Failures of a step")
struct PushFailureTests {
    private func failure(_ status: Int, to location: String? = nil) async throws -> PushFailure {
        let call = ServiceCall(
            request: MutableRequestProperties(.post), operation: "a", requestID: "1", retry: .never, isRepeatable: true,
            deadline: nil, trace: CallTrace())
        var response = Response(status: status, url: try #require(URL(string: "https://api.test/notes/7")))
        response.headers["Location"] = location
        do {
            _ = try await call.answer(base: BaseURL("https://api.test")) { response }
        } catch { return PushFailure(error, step: "a") }
        return .refused(ChangeRefusal(step: "it was taken"))
    }

    @Test("A redirect that is not followed is sent again, wherever it leads")
    func redirects() async throws {
        for status in [301, 302, 303, 307, 308] {
            for location in ["https://login.portal.test/?to=api.test", "http://api.test/notes/8", "../notes", nil] {
                let failure = try await failure(status, to: location)
                guard case .transient = failure else {
                    Issue.record("\(status) to \(location ?? "nothing") is \(failure)")
                    continue
                }
            }
        }
    }

    @Test("A step with a status that may be temporary is sent again, and with a permanent one it is refused")
    func statuses() async throws {
        for status in [302, 307, 407, 408, 421, 425, 429, 500, 511] {
            guard case .transient = try await failure(status) else {
                Issue.record("\(status) is \(try await failure(status))")
                continue
            }
        }
        for status in [300, 304, 404] {
            guard case .refused(let refusal) = try await failure(status) else {
                Issue.record("\(status) is \(try await failure(status))")
                continue
            }
            #expect(refusal.status == status)
        }
    }
}
