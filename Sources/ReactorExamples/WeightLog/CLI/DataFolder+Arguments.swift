import Terminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension DataFolder {
    /// The folder that the arguments and the environment name, or nil when the example log is asked for.
    static func named(by arguments: Arguments) throws -> DataFolder? {
        guard arguments.has(Declared.demoUser) else {
            return try DataFolder(
                option: arguments[Declared.data], environmentValue: environmentValue, userHome: userHome)
        }
        if arguments.has(Declared.data) {
            throw UsageError.conflict(
                Declared.demoUser.name, Declared.data.name, reason: "the example log is in no folder")
        }
        return nil
    }

    private static func environmentValue(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func userHome() -> String? {
        environmentValue("HOME") ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
    }
}
