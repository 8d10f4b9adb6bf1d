import Foundation
import ReactorServices

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hears what the session tells of all its tasks, and gives it to the exchange of each by the task's identifier.
///
/// An exchange ends once: when it is taken out of the table.
final class SessionDelegate: NSObject, @unchecked Sendable {
    // Sendable: `exchanges` is read and written only while `lock` is held, `pinning` never changes.
    private struct Entry {
        var exchange: Exchange
        let request: Request
        let continuation: CheckedContinuation<Response, any Error>
    }

    let pinning: CertificatePinning?
    private let lock = NSLock()
    private var entries: [Int: Entry] = [:]

    init(pinning: CertificatePinning?) { self.pinning = pinning }

    /// Begins to listen for a task that has not been resumed yet.
    func listen(
        to task: URLSessionTask, for request: Request, _ continuation: CheckedContinuation<Response, any Error>
    ) {
        lock.withLock {
            entries[task.taskIdentifier] = Entry(
                exchange: Exchange(request, isPinned: pinning != nil), request: request, continuation: continuation)
        }
    }

    /// Ends the exchange of a task as cancelled, if it has not ended; the task need not answer any more.
    func cancel(_ task: URLSessionTask) { end(task) { _ in .failure(CancellationError()) } }

    private func end(_ task: URLSessionTask, _ result: (Entry) -> Result<Response, any Error>) {
        guard let entry = lock.withLock({ entries.removeValue(forKey: task.taskIdentifier) }) else { return }
        entry.continuation.resume(with: result(entry))
    }

    /// Changes the exchange of a task; a failure ends it and stops the task.
    private func update(_ task: URLSessionTask, _ change: (inout Exchange) throws(GatewayError) -> Void) -> Entry? {
        do {
            return try lock.withLock {
                try entries[task.taskIdentifier].map { entry in
                    var entry = entry
                    // The table lets go of its copy, so that bytes are added to the body in place.
                    entries[task.taskIdentifier] = nil
                    defer { entries[task.taskIdentifier] = entry }
                    try change(&entry.exchange)
                    return entry
                }
            }
        } catch {
            end(task) { _ in .failure(error) }
            task.cancel()
            return nil
        }
    }
}

extension SessionDelegate: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let isWanted = update(dataTask) { exchange throws(GatewayError) in try exchange.begin(response) } != nil
        completionHandler(isWanted ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let entry = update(dataTask, { exchange throws(GatewayError) in try exchange.take(data) }) else { return }
        entry.request.onProgress?(
            TransferProgress(
                direction: .receiving, bytes: entry.exchange.received, total: entry.exchange.expected))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        let entry = lock.withLock { entries[task.taskIdentifier] }
        entry?.request.onProgress?(
            TransferProgress(direction: .sending, bytes: Int(totalBytesSent), total: entry?.request.body.length))
    }

    /// Redirects are followed by the adapter: the system loses bodies, and takes credentials to other origins.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task) { entry in entry.exchange.end(error, url: entry.request.url) }
    }
}
