import ReactorTerminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What became of a test that was written.
enum TestOutcome: String {
    case written
    /// It was run, and failed for the reason for which it was written.
    case failsAsReported = "fails_as_reported"
    /// It was run, and failed with something else, or was not built.
    case failsOtherwise = "fails_otherwise"
    case passes

    var text: String {
        switch self {
        case .written: "is written and was not run"
        case .failsAsReported: "fails as reported"
        case .failsOtherwise: "fails, and for another reason"
        case .passes: "passes"
        }
    }

    /// Runs one suite of the package that a file is in.
    init(running suite: String, in path: String, _ finding: FailingTest.Finding) throws {
        guard let package = Self.package(of: path) else {
            throw UsageError.invalidValue(path, of: Option.test.name, expected: "a file in a package, to run it")
        }
        // The whole name and no longer one: the filter is a regular expression, asked of "Module.Suite/test()/File.swift:1:1".
        let (code, output) = try ProgramOutput.run([
            "swift", "test", "--package-path", package, "--filter", "\\.\(suite)/",
        ])
        self.init(code: code, output: output, finding)
    }

    /// What the run of a test says by its code and its output.
    init(code: Int32, output: String, _ finding: FailingTest.Finding) {
        if code == 0 {
            // Nothing ran where the filter names no test.
            self = output.contains("Test run with 0 tests") ? .failsOtherwise : .passes
        } else {
            self = finding.isReason(in: output) ? .failsAsReported : .failsOtherwise
        }
    }

    /// The nearest folder above with a Package.swift in it.
    private static func package(of path: String) -> String? {
        guard let whole = realpath(path, nil) else { return nil }
        defer { free(whole) }
        var folder = String(cString: whole)
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if access("\(folder)/Package.swift", R_OK) == 0 { return folder }
        }
        return nil
    }
}

extension FailingTest.Finding {
    /// Whether the output of a failed test says that it failed for this.
    fileprivate func isReason(in output: String) -> Bool {
        switch self {
        case .invariant: output.contains("broken after entry") && output.contains("Expectation failed")
        case .predicate: output.contains("so after entry") && output.contains("Expectation failed")
        case .impure, .differs: output.contains("differs after entry")
        case .crash(let signal, _): output.contains(".signal(\(signal)") || output.contains(Self.name(of: signal))
        case .hang: output.contains(".signal(\(SIGALRM)") || output.contains(".signal(SIGALRM")
        }
    }

    /// As the test library writes it.
    private static func name(of signal: Int32) -> String {
        switch signal {
        case SIGILL: ".signal(SIGILL"
        case SIGTRAP: ".signal(SIGTRAP"
        case SIGABRT: ".signal(SIGABRT"
        case SIGFPE: ".signal(SIGFPE"
        case SIGBUS: ".signal(SIGBUS"
        case SIGSEGV: ".signal(SIGSEGV"
        default: ".signal(\(signal)"
        }
    }
}

/// A program that is run to its end.
enum ProgramOutput {
    /// The code, and what it wrote to both of its outputs.
    static func run(_ words: [String]) throws -> (code: Int32, output: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw MinimiseError.worker(program: words[0], reason: "There is no pipe to it.") }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        defer { close(ends[0]) }
        let process: ChildProcess
        do throws(ChildProcess.NotStarted) {
            defer { close(ends[1]) }
            process = try ChildProcess(words, output: ends[1], errors: ends[1], isGroup: false)
        } catch {
            throw MinimiseError.worker(program: words[0], reason: "It does not start: \(error.reason).")
        }
        var lines = DescriptorLines(descriptor: ends[0])
        var output = ""
        while let line = lines.next() { output += String(decoding: line, as: UTF8.self) + "\n" }
        switch process.ended() {
        case .code(let code): return (code, output)
        case .signal(let signal): return (128 + signal, output)
        }
    }
}

extension WorkerCommand {
    /// Where this process keeps the notes of its workers.
    static var noteFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }
}
