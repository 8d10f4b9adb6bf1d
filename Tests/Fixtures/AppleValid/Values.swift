// Code that Apple's compilers accept, for .ci/apple. It is not linked or run.

import Foundation
import Network
import Security

final class Reader: NSObject, URLSessionDataDelegate {
    @objc func read() {}
    func selector() -> Selector { #selector(read) }
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

func formatted(_ name: String, _ count: Int) -> String { String(format: "%@: %d", name, count) }

func bytes(of certificate: SecCertificate) -> Data { SecCertificateCopyData(certificate) as Data }

func chain(_ trust: SecTrust) -> [SecCertificate] { SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? [] }

func move(to path: String) { FileManager.default.changeCurrentDirectoryPath(path) }

func exists(_ path: String) async -> Bool { FileManager.default.fileExists(atPath: path) }

func isOnline() async -> Bool {
    for await path in NWPathMonitor() where path.status == .satisfied { return true }
    return false
}

@MainActor
final class Screen {
    var isShown = false
    func show() { DispatchQueue.main.async { self.isShown = true } }
}
