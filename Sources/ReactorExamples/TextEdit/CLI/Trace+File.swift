import Terminal

extension Trace {
    /// Reads the trace in a file, or from standard input when the path is `-`.
    ///
    /// - Throws: ``TraceError``, `InputError`, `CancellationError`.
    init(file path: String) throws {
        let json = try Input.bytes(path)
        do throws(TraceProblem) {
            try self.init(json: json)
        } catch {
            throw TraceError(file: path, problem: error)
        }
    }
}
