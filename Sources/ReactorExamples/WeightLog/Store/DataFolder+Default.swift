extension DataFolder {
    /// The folder named by `--data`, or the user's own.
    ///
    /// The first of `XDG_DATA_HOME` (an absolute path, as its specification demands) and the system's usual place in
    /// the home folder.
    init(option: String?, environment: [String: String], home: String?) throws(StoreError) {
        if let option {
            guard !option.isEmpty else { throw .noFolder }
            path = option
        } else if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            path = "\(data)/weightlog"
        } else if let home, home.hasPrefix("/") {
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
