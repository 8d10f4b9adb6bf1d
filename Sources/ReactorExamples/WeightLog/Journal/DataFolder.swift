import ReactorRecording

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder that the weights are kept in: a journal of everything that was done to them.
struct DataFolder: Sendable, Equatable {
    /// So much is read at each start, besides the weights themselves. Nothing that was recorded is removed.
    private static let segmentBytes = 1 << 20

    let path: String

    /// Where the log of earlier versions was, which kept no journal.
    var oldFile: String { "\(path)/weights.log" }

    /// - Throws: ``StoreError/oldFile(_:)`` when an earlier version kept its weights here.
    func refuseOldFile() throws(StoreError) {
        guard access(oldFile, F_OK) != 0 else { throw .oldFile(oldFile) }
    }

    /// How the journal is kept: a change is on the disk before its verb ends.
    ///
    /// - Parameters:
    ///   - app: names the program in the recording.
    ///   - note: called with what a person should know.
    static func configuration(
        app: String = Weights.app, note: @escaping @Sendable (String) -> Void
    ) -> JournalConfiguration {
        JournalConfiguration(
            app: app, durability: .durable, rotation: Rotation(bytes: segmentBytes, keeping: nil),
            waitForWriter: .seconds(2), gathering: .zero,
            report: { report in
                // The end of a recording is thrown to whoever waits for what was to be kept.
                if case .ended = report { return }
                note("\(report)")
            })
    }
}

extension DataFolder {
    /// The folder named by `--data`, or the user's own.
    ///
    /// The first of `XDG_DATA_HOME` (an absolute path, as its specification demands) and the system's usual place in
    /// the home folder.
    init(
        option: String?, environmentValue: (String) -> String?, userHome: () -> String?
    ) throws(StoreError) {
        if let option {
            guard !option.isEmpty else { throw .noFolder }
            path = option
        } else if let data = environmentValue("XDG_DATA_HOME"), data.hasPrefix("/") {
            path = "\(data)/weightlog"
        } else if let home = userHome(), home.hasPrefix("/") {
            #if canImport(Darwin)
                path = "\(home)/Library/Application Support/weightlog"
            #else
                path = "\(home)/.local/share/weightlog"
            #endif
        } else {
            throw .noFolder
        }
    }
}
