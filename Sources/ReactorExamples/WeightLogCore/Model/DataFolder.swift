import ReactorPlatform
import ReactorRecording
import ReactorTerminal

/// The folder of a log, with the journal of all changes.
package struct DataFolder: Sendable, Equatable {
    /// The command-line option that names the folder.
    package static let option = Option.value("data", "DIR", "the folder of the log")

    /// The size at which a new segment begins. Each start reads the last segment. Old segments are not removed.
    private static let segmentBytes = 1 << 20

    package let path: String

    package init(path: String) { self.path = path }

    /// Returns the configuration of the journal. With it, a change is on the disk before its subcommand ends.
    ///
    /// - Parameters:
    ///   - app: The name of the program in the recording.
    ///   - note: A closure that receives notes for the user.
    package static func configuration(
        app: String = Weights.app, note: @escaping @Sendable (String) -> Void
    ) -> JournalConfiguration {
        JournalConfiguration(
            app: app, durability: .durable, rotation: Rotation(bytes: segmentBytes, keeping: nil),
            waitForWriter: .seconds(2), gathering: .zero,
            report: { report in
                // A caller that waits for durability receives the end of a recording as an error.
                if case .ended = report { return }
                note("\(report)")
            })
    }
}

extension DataFolder {
    /// Returns the folder that `--data` names, or the default folder of the user.
    ///
    /// - Throws: ``FolderError/noFolder``; ``UsageError/notUTF8(_:shown:)`` for an environment variable.
    package static func named(by arguments: Arguments) throws -> DataFolder {
        let data = try ProcessTexts.variable("XDG_DATA_HOME")
        let home = try ProcessTexts.variable("HOME")
        return try DataFolder(
            option: arguments[option], environmentValue: { $0 == "XDG_DATA_HOME" ? data : nil },
            userHome: { home ?? getpwuid(getuid()).flatMap { String(validatingCString: $0.pointee.pw_dir) } })
    }

    /// Creates the folder that `--data` names, or the default folder of the user.
    ///
    /// The default folder is in `XDG_DATA_HOME` if this variable is an absolute path, as its specification requires.
    /// Otherwise it is in the usual place of the system in the home folder.
    ///
    /// - Throws: ``FolderError/noFolder``.
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
