import Foundation
import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("What becomes of a step that was not answered as it should be")
struct PushFailureTests {
    private func failure(_ status: Int) throws -> PushFailure {
        let call = ServiceCall(
            request: MutableRequestProperties(.post), operation: "a", requestID: "1", retry: .never, isRepeatable: true,
            deadline: nil, trace: CallTrace())
        let response = Response(status: status, url: try #require(URL(string: "https://api.test/")))
        return PushFailure(ServiceError(response: response, call: call), step: "a")
    }

    @Test("What is sent elsewhere for a while is sent again", arguments: [302, 307, 408, 425, 429, 500, 511])
    func passing(status: Int) throws {
        guard case .transient = try failure(status) else {
            Issue.record("\(status) is \(try failure(status))")
            return
        }
    }

    @Test(
        "What is sent elsewhere for good, or to another answer, is refused", arguments: [300, 301, 303, 304, 308, 404])
    func refused(status: Int) throws {
        guard case .refused(let refusal) = try failure(status) else {
            Issue.record("\(status) is \(try failure(status))")
            return
        }
        #expect(refusal.status == status)
    }
}
