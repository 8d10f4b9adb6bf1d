import Testing

@testable import WeightLog

@Suite("Store in a folder")
struct FileWeightStoreTests {
    private let scratch = ScratchFolder()
    private var store: FileWeightStore { FileWeightStore(folder: scratch.folder) }

    private func sample() throws -> WeightBook {
        WeightBook(records: [try record(1, "2026-01-02", "81.4")], nextID: 5)
    }

    @Test("A folder that is not there is an empty log, and reading does not make it")
    func absent() throws {
        #expect(try store.load() == WeightBook())
        #expect(!scratch.exists(scratch.folder.path))
    }

    @Test("What was saved is loaded; nothing else is left in the folder, and only the owner may read it")
    func roundTrip() throws {
        try scratch.folder.create()
        try store.save(WeightBook())
        try store.save(try sample())
        #expect(try store.load() == sample())
        #expect(!scratch.exists(scratch.folder.newDataFile))
        #expect(try scratch.permissions(of: scratch.folder.dataFile) == 0o600)
        #expect(try scratch.permissions(of: scratch.folder.path) == 0o700)
    }

    @Test("What a killed process left half written does not matter")
    func leftOver() throws {
        try scratch.folder.create()
        try store.save(try sample())
        try scratch.write("weightlog 1 ne", to: scratch.folder.newDataFile)
        #expect(try store.load() == sample())
        try store.save(WeightBook())
        #expect(try store.load() == WeightBook())
    }

    @Test("A damaged file is told with its place and left as it is")
    func damaged() throws {
        try scratch.folder.create()
        try scratch.write("weightlog 1 next 1 =00000000\n", to: scratch.folder.dataFile)
        let expected = StoreError.damagedFile(
            scratch.folder.dataFile, Damage(kind: .checksum, line: 1, byte: 0))
        #expect(throws: expected) { try store.load() }
        #expect(try scratch.text(of: scratch.folder.dataFile) == "weightlog 1 next 1 =00000000\n")
    }

    @Test("A save that fails leaves the old book")
    func failedSave() throws {
        try scratch.folder.create()
        try store.save(try sample())
        try DataFolder(path: scratch.folder.newDataFile).create()
        #expect(throws: StoreError.self) { try store.save(WeightBook()) }
        #expect(try store.load() == sample())
    }

    @Test("A file in the place of the folder is said, and so is a folder that cannot be made")
    func unusable() throws {
        try scratch.folder.create()
        try store.save(WeightBook())
        for path in [scratch.folder.dataFile, "\(scratch.folder.dataFile)/below"] {
            let error = #expect(throws: StoreError.self) { try DataFolder(path: path).create() }
            guard case .unusableFolder(path, let failure) = error else {
                Issue.record("\(path) gave \(String(describing: error))")
                continue
            }
            #expect(failure.reason == "a part of the path is not a folder")
        }
    }

    @Test("The folder is the one named, else the one of XDG_DATA_HOME when that is absolute, else one in the home")
    func defaultFolder() throws {
        func path(_ option: String?, xdg: String?, home: String?) throws -> String {
            try DataFolder(option: option, environmentValue: { $0 == "XDG_DATA_HOME" ? xdg : nil }, userHome: { home })
                .path
        }
        #expect(try path("here", xdg: "/x", home: "/h") == "here")
        #expect(try path(nil, xdg: "/x", home: "/h") == "/x/weightlog")
        #if !canImport(Darwin)
            #expect(try path(nil, xdg: "x", home: "/h") == "/h/.local/share/weightlog")
        #endif
        #expect(throws: StoreError.noFolder) { try path(nil, xdg: nil, home: nil) }
        #expect(throws: StoreError.noFolder) { try path("", xdg: "/x", home: "/h") }
    }
}
