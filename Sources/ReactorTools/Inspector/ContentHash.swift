import ReactorRecording

/// The hash with which a content security policy allows one script or one style.
enum ContentHash {
    static func source(_ text: String) -> String { "'sha256-\(SHA256.base64Digest(of: Array(text.utf8)))'" }
}
