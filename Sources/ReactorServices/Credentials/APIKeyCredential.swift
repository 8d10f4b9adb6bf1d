/// A key that a service gave to an app, sent in a header field.
///
/// > Warning: Whoever has the app has a key that is built into it.
///
/// ```swift
/// let credential = APIKeyCredential("k-123", header: "X-Api-Key")
/// ```
public struct APIKeyCredential: Credential {
    private let key: Secret
    private let header: String

    /// A key, and the field it is sent in.
    public init(_ key: String, header: String = "X-Api-Key") {
        self.key = Secret(key)
        self.header = header
    }

    public func validate() throws {
        try CredentialError.check(key, of: "The API key")
        try HeaderFields([HeaderFields.Field(name: header, value: "")]).validate()
    }

    public func apply(to request: inout MutableRequestProperties) {
        request.headers[secret: header] = key.revealed
    }
}
