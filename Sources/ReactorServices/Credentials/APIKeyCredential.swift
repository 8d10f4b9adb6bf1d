/// An API key that is sent in a header field.
///
/// > Warning: A key that is built into an app is accessible to everyone who has the app.
///
/// ```swift
/// let credential = APIKeyCredential("k-123", header: "X-Api-Key")
/// ```
public struct APIKeyCredential: Credential {
    private let key: Secret
    private let header: String

    /// Creates a credential from a key and the header field that contains it.
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
