import Foundation
import ReactorServices
import ReactorTerminal
import ReactorTestSupport
import Testing

@testable import ExampleSnapshotUpload

@Suite("The program snapshot-upload")
struct ProgramTests {
    private let folder: ScratchFolder
    private let servers = UploadServers()

    init() throws { folder = try ScratchFolder() }

    private struct Run {
        var code: ExitCode
        var output: String
        var errors: String
    }

    private func run(
        _ arguments: [String], network: InMemoryNetworkAdapter? = nil, token: String = "the-token"
    ) async -> Run {
        let network = network ?? servers.network()
        let verb = UploadVerb.verb(network: { network }, token: token)
        let program = Program("snapshot-upload", version: "1", "", verbs: [verb], defaultVerb: verb)
        let output = MemorySink()
        let errors = MemorySink()
        let code = await program.run(
            arguments, output: Output(to: output, screen: .none, capacity: 0),
            errors: Output(to: errors, screen: .none, capacity: 0))
        return Run(code: code, output: output.text, errors: errors.text)
    }

    private func upload(_ paths: String..., also options: [String] = []) async -> Run {
        await run(paths + ["--server", "https://api.example", "--state", folder.path + "/state"] + options)
    }

    @Test("Files are uploaded one after another, and nothing is left in the state")
    func uploads() async throws {
        let one = try folder.file("a.png", Data("one".utf8))
        let two = try folder.file("b.jpg", Data("second".utf8))
        let run = await upload(one, two)
        #expect(run.code == .ok)
        #expect(run.errors == "")
        #expect(run.output == "\(one): 3 bytes uploaded\n\(two): 6 bytes uploaded\n")
        #expect(servers.content.copy.confirmed == ["1", "2"])
        #expect(try StateFile(folder.path + "/state").read() == UploadState())
    }

    @Test("The state is stored so that only its owner can read it, and does not contain the token")
    func secrecy() async throws {
        servers.content.withLock { $0.refusesConfirmation = true }
        let run = await upload(try folder.file("a.png", Data("one".utf8)))
        #expect(run.code == .failed)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/state")
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let text = try String(contentsOfFile: folder.path + "/state", encoding: .utf8)
        #expect(!text.contains("the-token"))
        #expect(!run.errors.contains("the-token") && !run.errors.contains("sig=") && !run.errors.contains("s1"))
    }

    @Test("A file that has changed since is a new upload")
    func changed() async throws {
        servers.content.withLock { $0.refusesConfirmation = true }
        _ = await upload(try folder.file("a.png", Data("one".utf8)))
        servers.content.withLock { $0.refusesConfirmation = false }
        let run = await upload(try folder.file("a.png", Data("another".utf8)))
        #expect(run.code == .ok)
        #expect(servers.content.copy.allocations == 2)
        #expect(servers.content.copy.confirmed == ["2"])
    }

    @Test("A file that fails does not prevent the upload of the others")
    func goesOn() async throws {
        servers.content.withLock { $0.refusedAllocations = 1 }
        let run = await upload(try folder.file("a.png", Data("one".utf8)), try folder.file("b.png", Data("two".utf8)))
        #expect(run.code == .failed)
        #expect(run.output.contains("b.png: 3 bytes uploaded"))
        #expect(run.errors.contains("snapshot-upload: a.png: "))
        #expect(
            run.errors.hasSuffix("snapshot-upload: error: 1 of 2 files not uploaded; run the same again to go on\n"))
    }

    @Test("A run that is repeated after one of its files failed sends none of the others twice")
    func onlyWhatIsLeft() async throws {
        let one = try folder.file("a.png", Data("one".utf8))
        let two = try folder.file("b.png", Data("two".utf8))
        servers.content.withLock { $0.refusedAllocations = 1 }
        #expect(await upload(one, two).code == .failed)
        let again = await upload(one, two)
        #expect(again.code == .ok)
        #expect(again.output == "\(one): 3 bytes uploaded\n\(two): 3 bytes uploaded before\n")
        #expect(servers.content.copy.allocations == 2)
        #expect(servers.content.copy.uploads == 2)
    }

    @Test("A file that is listed more than once, by whatever path, is uploaded once, and that is reported")
    func namedTwice() async throws {
        let one = try folder.file("a.png", Data("one".utf8))
        let two = try folder.file("b.png", Data("two".utf8))
        let link = folder.path + "/link.png"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: one)
        let run = await upload(one, two, link, one)
        #expect(run.code == .ok)
        #expect(run.output == "\(one): 3 bytes uploaded\n\(two): 3 bytes uploaded\n")
        #expect(run.errors == "snapshot-upload: \(one) is named 3 times, and uploaded once\n")
        #expect(servers.content.copy.allocations == 2)
        servers.content.withLock { $0.refusedAllocations = 1 }
        let refused = await upload(one, one)
        #expect(refused.errors.hasSuffix("error: 1 of 1 file not uploaded; run the same again to go on\n"))
        #expect(servers.content.copy.allocations == 2)
    }

    @Test("The same file uploaded again on purpose is a new snapshot")
    func again() async throws {
        let path = try folder.file("a.png", Data("one".utf8))
        _ = await upload(path)
        _ = await upload(path)
        #expect(servers.content.copy.allocations == 2)
    }

    @Test("Invalid arguments are reported before anything is sent")
    func arguments() async throws {
        let path = try folder.file("a.png", Data())
        let network = servers.network()
        let cases: [([String], ExitCode, String)] = [
            ([path], .usage, "--server is missing; say where the API is: --server https://api.example"),
            (["--server", "https://a.example"], .usage, "FILE is missing"),
            (["-", "--server", "https://a.example"], .usage, "standard input cannot be uploaded"),
            ([folder.path, "--server", "https://a.example"], .failed, "it is not a regular file"),
            ([path, folder.path + "/no", "--server", "https://a.example"], .failed, "No such file or directory"),
            ([path, "--server", "ftp://a.example", "--state", folder.path + "/s"], .usage, "--server: \"ftp:"),
            ([path, "--server", "https://a.example", "--state", "/no/where"], .failed, "cannot write /no/where"),
        ]
        for (arguments, code, text) in cases {
            let run = await run(arguments, network: network)
            #expect(run.code == code, "\(arguments)")
            #expect(run.errors.contains(text), "\(run.errors)")
        }
        #expect(network.arrivals.isEmpty)
        #expect(await run(["--version"]).output == "snapshot-upload 1\n")
        #expect(await run(["--help"]).output.contains("SNAPSHOT_TOKEN"))
        #expect(await run([]).code == .usage)
        #expect(await run([]).errors.hasPrefix("snapshot-upload: error: FILE is missing\n"))
        #expect(await run([path, "--state"]).errors.hasSuffix("\n'snapshot-upload --help' shows how it is used.\n"))
    }

    @Test("An unusable token, and one that the API refuses, are reported with the place of the token")
    func token() async throws {
        let options = [
            try folder.file("a.png", Data()), "--server", "https://api.example", "--state", folder.path + "/s",
        ]
        let unusable = await run(options, token: "a\r\nX-Evil: 1")
        #expect(unusable.code == .failed)
        #expect(unusable.errors.hasPrefix("snapshot-upload: error: SNAPSHOT_TOKEN: The bearer token contains"))
        let network = InMemoryNetworkAdapter { request, _ in .empty(401, for: request) }
        let refused = await run(options, network: network)
        #expect(refused.code == .failed)
        #expect(
            refused.errors.hasSuffix(
                "1 of 1 file not uploaded; put the API's token into SNAPSHOT_TOKEN, and run the same again to go on\n"))
    }

    @Test("A damaged state is not changed, and neither is one that is in use")
    func state() async throws {
        let path = try folder.file("a.png", Data())
        let damaged = try folder.file("state", Data("{".utf8))
        #expect(await upload(path).errors.contains("is not a list of uploads; move it away"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: damaged)) == Data("{".utf8))
        let held = try StateFile(folder.path + "/state")
        #expect(await upload(path).errors.contains("another upload uses"))
        withExtendedLifetime(held) {}
    }
}
