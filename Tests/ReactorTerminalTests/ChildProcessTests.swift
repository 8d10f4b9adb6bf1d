import Foundation
import ReactorTerminal
import Testing

@Suite("A program that this one starts")
struct ChildProcessTests {
    /// What the shell writes to its standard output, and how it ends.
    private static func run(
        _ script: String, environment: [String]? = nil, input: Int32? = nil
    ) throws -> (String, ChildProcess.End) {
        let pipe = Pipe()
        let output = pipe.fileHandleForWriting
        let process = try ChildProcess(
            ["sh", "-c", script], environment: environment, input: input, output: output.fileDescriptor,
            errors: output.fileDescriptor)
        try output.close()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return (text, process.ended())
    }

    @Test("It writes where it was told to, and ends with its code or of a signal")
    func ends() throws {
        #expect(try Self.run("echo out; echo err >&2; exit 3") == ("out\nerr\n", .code(3)))
        #expect(try Self.run("kill -KILL $$").1 == .signal(SIGKILL))
    }

    @Test("It reads what it is given, and has the variables that it is given, or those of this process")
    func streams() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID())")
        try Data("read".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let input = try FileHandle(forReadingFrom: file)
        #expect(try Self.run("cat", input: input.fileDescriptor) == ("read", .code(0)))
        let own = try #require(ChildProcess.environment.first { $0.hasPrefix("PATH=") })
        #expect(try Self.run("echo $PATH") == (own.dropFirst(5) + "\n", .code(0)))
        #expect(try Self.run("echo $NAME", environment: [own, "NAME=value"]) == ("value\n", .code(0)))
    }

    @Test("It is in a process group of its own")
    func group() throws {
        let (text, _) = try Self.run("ps -o pgid= -p $$; echo $$")
        let numbers = text.split(whereSeparator: \.isWhitespace)
        #expect(numbers.count == 2 && numbers[0] == numbers[1])
    }

    @Test("What it has started is stopped with it")
    func stops() throws {
        let pipe = Pipe()
        let process = try ChildProcess(
            ["sh", "-c", "tail -f /dev/null & echo begun; wait"],
            output: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.read(upToCount: 6) == Data("begun\n".utf8))
        process.stop()
        // Its end of the pipe is closed by all who had it.
        #expect(try pipe.fileHandleForReading.readToEnd() ?? Data() == Data())
    }

    @Test("A program that is not there is not started, and the system's word for it is given")
    func notThere() throws {
        let error = #expect(throws: ChildProcess.NotStarted.self) { _ = try ChildProcess(["no-such-program-here"]) }
        #expect(error?.code == ENOENT)
        #expect(error?.reason == "No such file or directory")
    }
}
