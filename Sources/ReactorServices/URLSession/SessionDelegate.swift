import Foundation
import Reactor

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a session, which forwards the callbacks of each task to its transfer.
///
/// A transfer ends once: when it is removed from the table.
final class SessionDelegate: NSObject, Sendable {
    private struct Entry {
        var transfer: Transfer
        let request: Request
        /// The receiver of the response's body, or nil if the body is collected.
        let outlet: BodyOutlet?
        let continuation: CheckedContinuation<Response, any Error>
    }

    let pinning: CertificatePinning?
    private let entries = Guarded<[Int: Entry]>([:])

    init(pinning: CertificatePinning?) { self.pinning = pinning }

    /// Adds a task that has not been resumed yet.
    func listen(
        to task: URLSessionTask, for request: Request, _ continuation: CheckedContinuation<Response, any Error>
    ) {
        let entry = Entry(
            transfer: Transfer(request, isPinned: pinning != nil), request: request,
            outlet: BodyOutlet(request) { [weak self, weak task] error in
                if let self, let task { self.fail(task, error) }
            }, continuation: continuation)
        entries.withLock { $0[task.taskIdentifier] = entry }
    }

    /// Resumes a task, unless its transfer was cancelled: resuming a cancelled task would send it anyway.
    func start(_ task: URLSessionTask) {
        entries.withLock {
            if $0[task.taskIdentifier] != nil { task.resume() }
        }
    }

    /// Ends the transfer of a task as cancelled, if it has not ended. Later callbacks of the task are ignored.
    func cancel(_ task: URLSessionTask) { end(task) { _ in .failure(CancellationError()) } }

    private func end(_ task: URLSessionTask, _ result: (Entry) -> Result<Response, any Error>) {
        guard let entry = entries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        entry.outlet?.close()
        entry.continuation.resume(with: result(entry))
    }

    /// Changes the transfer of a task. An error ends the transfer and cancels the task.
    private func update<Value>(
        _ task: URLSessionTask, _ change: (inout Transfer) throws(GatewayError) -> Value
    ) -> (entry: Entry, value: Value)? {
        do {
            return try entries.withLock { entries in
                // The entry is removed from the table, so that bytes are appended to the body in place.
                guard var entry = entries.removeValue(forKey: task.taskIdentifier) else { return nil }
                defer { entries[task.taskIdentifier] = entry }
                let value = try change(&entry.transfer)
                return (entry, value)
            }
        } catch {
            fail(task, error)
            return nil
        }
    }

    private func fail(_ task: URLSessionTask, _ error: any Error) {
        end(task) { _ in .failure(error) }
        task.cancel()
    }
}

extension SessionDelegate: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let begun = update(dataTask) { transfer throws(GatewayError) in try transfer.begin(response) }
        completionHandler(begun != nil ? .allow : .cancel)
        if let entry = begun?.entry { endIfWhole(dataTask, entry) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let (entry, isGathered) = update(dataTask, { transfer throws(GatewayError) in try transfer.take(data) })
        else { return }
        if !isGathered, let outlet = entry.outlet {
            do {
                try outlet.add(data, of: entry.transfer.expected)
                endIfWhole(dataTask, entry)
            } catch {
                fail(dataTask, error)
            }
            return
        }
        if entry.transfer.isCut {
            end(dataTask) { $0.transfer.end(nil, url: $0.request.url) }
            dataTask.cancel()
            return
        }
        entry.request.onProgress?(
            TransferProgress(
                direction: .receiving, bytes: entry.transfer.received, total: entry.transfer.expected))
        endIfWhole(dataTask, entry)
    }

    /// Ends a transfer whose declared response has arrived, on Linux.
    ///
    /// Foundation on Linux continues to send a body that the server has stopped reading (RFC 9113, 8.1), and does not
    /// report the end of the response before. A request with a body has its own connection, so no other one is closed.
    private func endIfWhole(_ task: URLSessionTask, _ entry: Entry) {
        #if canImport(FoundationNetworking)
            guard entry.transfer.isWhole, TaskSession.isForOne(entry.request) else { return }
            complete(task, nil)
            task.cancel()
        #endif
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        let entry = entries.withLock { $0[task.taskIdentifier] }
        entry?.request.onProgress?(
            TransferProgress(
                direction: .sending, bytes: Int(clamping: totalBytesSent), total: entry?.request.body.length))
    }

    /// The gateway follows redirects, because the system loses bodies, and sends credentials to other origins.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Credentials are added to requests beforehand, so a 401 is a response and not a challenge.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // By default, Foundation on Linux does not continue without a credential. The complete response has
            // arrived.
            end(task) { entry in entry.transfer.end(nil, url: entry.request.url) }
            completionHandler(.cancelAuthenticationChallenge, nil)
        #else
            completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        complete(task, error)
    }

    /// Ends a transfer after all pieces that arrived have been passed on.
    private func complete(_ task: URLSessionTask, _ error: (any Error)?) {
        let outlet = entries.withLock { $0[task.taskIdentifier]?.outlet }
        let complete: @Sendable () -> Void = {
            let answer = task.response as? HTTPURLResponse
            self.end(task) { entry in entry.transfer.end(error, orHead: answer, url: entry.request.url) }
        }
        if let outlet { outlet.whenGiven(complete) } else { complete() }
    }
}

#if canImport(Darwin)
    extension SessionDelegate {
        /// Accepts a server only if the system trusts it, and it presents one of the pinned certificates or keys.
        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = challenge.protectionSpace.serverTrust, let pinning
            else { return completionHandler(.performDefaultHandling, nil) }
            guard SecTrustEvaluateWithError(trust, nil), pinning.accepts(trust) else {
                return completionHandler(.cancelAuthenticationChallenge, nil)
            }
            completionHandler(.useCredential, URLCredential(trust: trust))
        }
    }

    extension CertificatePinning {
        fileprivate func accepts(_ trust: SecTrust) -> Bool {
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
            return chain.contains { certificate in
                if certificates.contains(SecCertificateCopyData(certificate) as Data) { return true }
                guard let key = SecCertificateCopyKey(certificate),
                    let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?
                else { return false }
                return publicKeys.contains(bytes)
            }
        }
    }
#endif
