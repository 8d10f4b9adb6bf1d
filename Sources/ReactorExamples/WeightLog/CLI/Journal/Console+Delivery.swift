import ReactorTerminal

extension Console {
    /// Writes a file where `-o` says, or to standard output.
    ///
    /// - Throws: ``UsageError`` when that is a terminal, which such a file is not for.
    func deliver(_ file: [UInt8]) throws {
        let path = arguments[Declared.out]
        if let path, path != "-" {
            try WholeFile.write(file, to: path)
            return
        }
        if path == nil, output.screen.isTerminal { throw UsageError.missingPositional("\(Declared.out.name) FILE") }
        try output.write(file)
    }
}
