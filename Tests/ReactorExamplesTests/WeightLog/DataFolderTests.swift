import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Data folder")
struct DataFolderTests {
    private let scratch = LogFolder()

    @Test("A missing folder is an empty log, and reading does not create it")
    func absent() throws {
        let kept = try Weights(in: scratch.folder)
        #expect(kept == Weights())
        #expect(!scratch.exists(scratch.folder.path))
    }

    @Test("The folder is that of the option, or of XDG_DATA_HOME if it is absolute, or one in the home")
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
        #expect(throws: FolderError.noFolder) { try path(nil, xdg: nil, home: nil) }
        #expect(throws: FolderError.noFolder) { try path("", xdg: "/x", home: "/h") }
    }
}
