import ReactorServices
import Terminal

/// Why the last attempt that failed did, for a person who wonders.
final class Trouble: Sendable {
    private let last = Locked<String?>(nil)

    /// Nil when no attempt has failed.
    var text: String? { last.withLock { $0 } }

    /// An attempt has ended.
    func heard(_ ending: Result<Response, any Error>) {
        let heard: String? =
            switch ending {
            case .success(let response) where Patience.isPassing(response.status):
                Self.answer(response.status, response.retryAfter)
            case .failure(let error as GatewayError): "\(error)"
            default: nil
            }
        guard let heard else { return }
        last.withLock { $0 = heard }
    }

    /// Nothing is attempted, since the server asked for that before.
    func heard(pause: Duration) {
        last.withLock { $0 = "The server wants to be left alone for \(Self.seconds(of: pause)) more." }
    }

    private static func answer(_ status: Int, _ pause: Duration?) -> String {
        let wish = pause.map { ", and wants to be left alone for \(seconds(of: $0))" }
        return "The server answered \(status)\(wish ?? "")."
    }

    private static func seconds(of pause: Duration) -> String {
        let (seconds, rest) = pause.components
        return Int(seconds + (rest > 0 ? 1 : 0)).counted("second")
    }
}
