/// An authentication that a client adds to every request.
///
/// A client validates its credential when it is created, and applies it to every attempt. If this throws, nothing is
/// sent. The credential is stored only in memory, as long as it is valid.
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
    /// The identity of the user or client as a name that is not secret and survives a renewal. Cached responses are
    /// returned only to the same identity. nil uses the secret header fields of the request.
    var identity: String? { get }

    /// Checks whether the credential is usable.
    ///
    /// - Throws: ``CredentialError``, or another error that contains no secrets.
    func validate() throws

    /// Adds the credential to a request that is about to be sent to the server of the client's gateway. Requests to
    /// other origins are sent without it. All added fields and query items are secret.
    ///
    /// - Throws: An error, and the request is not sent.
    func apply(to request: inout MutableRequestProperties) async throws

    /// Called when the service rejected the credential of a request with 401.
    ///
    /// - Returns: Whether another attempt may succeed. If so, the credential is applied again, and the request is sent
    ///   once more.
    func wasRejected(on request: MutableRequestProperties) async -> Bool
}

extension Credential {
    public var identity: String? { nil }
    public func wasRejected(on request: MutableRequestProperties) async -> Bool { false }
}

/// The error of an unusable credential. Its description contains no part of the credential.
public struct CredentialError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    static func empty(credential: String) -> CredentialError {
        CredentialError("\(credential) is empty. Use the value that the service issued.")
    }

    /// The credential contains a character that is invalid in a header field, usually a line break at its end.
    static func unusableCharacter(credential: String) -> CredentialError {
        CredentialError(
            "\(credential) contains a blank, a line break or another character that a header field cannot contain. Remove it; it "
                + "was probably copied along.")
    }

    static func check(_ secret: Secret, of credential: String) throws(CredentialError) {
        guard !secret.revealed.isEmpty else { throw CredentialError.empty(credential: credential) }
        guard secret.revealed.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw CredentialError.unusableCharacter(credential: credential)
        }
    }
}
