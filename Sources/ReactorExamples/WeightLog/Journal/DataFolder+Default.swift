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
