#if canImport(Darwin)
    import Foundation

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
