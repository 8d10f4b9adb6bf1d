import Foundation
import ReactorTerminal
import Testing

@Suite("A program that this one starts")
struct ChildProcessTests {
    /// The standard output of the shell, and its exit code.
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

    @Test("It writes to the given output, and ends with its exit code or a signal")
    func ends() throws {
        #expect(try Self.run("echo out; echo err >&2; exit 3") == ("out\nerr\n", .code(3)))
        #expect(try Self.run("kill -KILL $$").1 == .signal(SIGKILL))
    }

    @Test("It reads the given input, and has the given environment, or that of this process")
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

    @Test("It is in a separate process group")
    func group() throws {
        let (text, _) = try Self.run("ps -o pgid= -p $$; echo $$")
        let numbers = text.split(whereSeparator: \.isWhitespace)
        #expect(numbers.count == 2 && numbers[0] == numbers[1])
    }

    @Test("The processes that it has started are stopped with it")
    func stops() throws {
        let pipe = Pipe()
        let process = try ChildProcess(
            ["sh", "-c", "tail -f /dev/null & echo begun; wait"],
            output: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.read(upToCount: 6) == Data("begun\n".utf8))
        process.stop()
        // The write end of the pipe is closed by all processes that had it.
        #expect(try pipe.fileHandleForReading.readToEnd() ?? Data() == Data())
    }

    @Test("A program that does not exist is not started, and the system's error is returned")
    func notThere() throws {
        let error = #expect(throws: ChildProcess.NotStarted.self) { _ = try ChildProcess(["no-such-program-here"]) }
        #expect(error?.code == ENOENT)
        #expect(error?.reason == "No such file or directory")
    }
}
