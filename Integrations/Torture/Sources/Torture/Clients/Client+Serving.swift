import ReactorRecording

extension Client {
    /// Replies to one line of the protocol.
    ///
    /// - Throws: ``TortureError/protocolLine(line:reason:)``.
    package func reply(to line: [UInt8], number: Int) throws -> String {
        do {
            let json = try JSON(parsing: line)
            return try take(Message(json), turns: json.number("turns")).json.compact
        } catch let error where error is JSONError || error is FormatError {
            throw TortureError.protocolLine(line: number, reason: "\(error)")
        }
    }
}
