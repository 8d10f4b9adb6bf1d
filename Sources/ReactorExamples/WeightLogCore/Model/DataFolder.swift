import ReactorPlatform
import ReactorRecording
import ReactorTerminal

/// The folder that the weights are kept in: a journal of everything that was done to them.
package struct DataFolder: Sendable, Equatable {
    /// Names it on a command line.
    package static let option = Option.value("data", "DIR", "the folder of the log")

    /// So much is read at each start, besides the weights themselves. Nothing that was recorded is removed.
    private static let segmentBytes = 1 << 20

    package let path: String

    package init(path: String) { self.path = path }

    /// How the journal is kept: a change is on the disk before its verb ends.
    ///
    /// - Parameters:
    ///   - app: names the program in the recording.
    ///   - note: called with notes for the user.
    package static func configuration(
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
    /// - Throws: ``FolderError/noFolder``; ``UsageError/notUTF8(_:shown:)`` for a variable of the environment.
    package static func named(by arguments: Arguments) throws -> DataFolder {
        let data = try ProcessTexts.variable("XDG_DATA_HOME")
        let home = try ProcessTexts.variable("HOME")
        return try DataFolder(
            option: arguments[option], environmentValue: { $0 == "XDG_DATA_HOME" ? data : nil },
            userHome: { home ?? getpwuid(getuid()).flatMap { String(validatingCString: $0.pointee.pw_dir) } })
    }

    /// The folder named by `--data`, or the user's own.
    ///
    /// The first of `XDG_DATA_HOME` (an absolute path, as its specification demands) and the system's usual place in
    /// the home folder.
    package init(
        option: String?, environmentValue: (String) -> String?, userHome: () -> String?
    ) throws(FolderError) {
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

/// A fault of the folder that stores the weights.
package enum FolderError: ProgramError, Equatable {
    case noFolder

    package var description: String {
        switch self {
        case .noFolder:
            "there is no folder to keep weights in; name one with --data DIR"
        }
    }
}
