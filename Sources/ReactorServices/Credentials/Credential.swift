/// Says who asks, on every request of a client.
///
/// A client validates its credential when it is made, and applies it to every attempt. When that throws, nothing is
/// sent. The data of a credential is held in memory while it is good, and written nowhere.
///
/// ```swift
/// struct PartnerCredential: Credential {
///     var partner: Secret
///
///     func validate() throws {}
///
///     func apply(to request: inout MutableRequestProperties) async throws {
///         request.headers[secret: "X-Partner"] = partner.revealed
///     }
/// }
/// ```
public protocol Credential: Sendable {
    /// Who asks, by a name that is no secret and outlives a renewal: answers that are kept are kept for it alone. Nil
    /// leaves it to the header fields of the request.
    var identity: String? { get }

    /// Whether it can be used at all.
    ///
    /// - Throws: ``CredentialError``, or an error of its own that shows no secret.
    func validate() throws

    /// Puts itself on a request that is about to be sent to the server of the client's gateway; a request to another
    /// origin is sent without it. Every field and query item that it adds counts as secret.
    ///
    /// - Throws: An error, and the request is not sent.
    func apply(to request: inout MutableRequestProperties) async throws

    /// The service answered 401 to a request it was applied to.
    ///
    /// - Returns: Whether applying it anew may help; then the request is sent once more.
    func wasRejected(on request: MutableRequestProperties) async -> Bool
}

extension Credential {
    public var identity: String? { nil }
    public func wasRejected(on request: MutableRequestProperties) async -> Bool { false }
}

/// The error of an unusable credential. Its description contains no part of the credential.
public struct CredentialError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Problem: Hashable, Sendable {
        /// It is empty.
        case empty(credential: String)
        /// It holds a character that no header field may hold: a line break at its end, most often.
        case unusableCharacter(credential: String)
    }

    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    public var description: String {
        switch problem {
        case .empty(let credential): "\(credential) is empty. Use the value that the service issued."
        case .unusableCharacter(let credential):
            "\(credential) contains a blank, a line break or another character that a header field cannot contain. Remove it; it "
                + "was probably copied along."
        }
    }

    static func check(_ secret: Secret, of credential: String) throws(CredentialError) {
        guard !secret.revealed.isEmpty else { throw CredentialError(.empty(credential: credential)) }
        guard secret.revealed.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw CredentialError(.unusableCharacter(credential: credential))
        }
    }
}
