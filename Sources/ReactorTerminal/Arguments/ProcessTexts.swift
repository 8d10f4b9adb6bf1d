import ReactorPlatform

/// The texts that the system passes to a process. Bytes that are not UTF-8 are an error, because a path with replaced bytes names
/// another file.
package enum ProcessTexts {
    /// Returns the arguments after the name of the program.
    static func arguments() throws(UsageError) -> [String] {
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[index] else { break }
            arguments.append(try text(bytes, "argument \(index)"))
        }
        return arguments
    }

    /// Returns an environment variable, or nil if it is not set.
    package static func variable(_ name: String) throws(UsageError) -> String? {
        guard let bytes = getenv(name) else { return nil }
        return try text(bytes, "the environment variable \(name)")
    }

    private static func text(_ bytes: UnsafePointer<CChar>, _ subject: String) throws(UsageError) -> String {
        guard let text = String(validatingCString: bytes) else {
            throw .notUTF8(subject, shown: String(cString: bytes))
        }
        return text
    }
}
