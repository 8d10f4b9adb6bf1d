import Foundation
import Testing

@testable import ReactorTerminal

@Suite("Running a program")
struct RunTests {
    struct Spoiled: ProgramError {
        var description: String { "the milk is sour" }
    }

    struct GoneSink: ByteSink {
        func write(_ bytes: [UInt8]) throws { throw BrokenPipe() }
    }

    let written = MemorySink()
    let errors = MemorySink()

    func run(
        _ words: [String], to sink: (any ByteSink)? = nil, interrupt: Interrupt = Interrupt(),
        _ body: @escaping @Sendable (Console) async throws -> Void = { _ in }
    ) async -> ExitCode {
        let program = Program(
            "cow", version: "3.1", "Moos.", verbs: [Verb("milk", "milks", options: [.flag("fast", "")], run: body)])
        return await program.run(
            words, output: Output(to: sink ?? written, screen: .none, capacity: 100),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
    }

    @Test("The output of a subcommand arrives, and the program ends with 0")
    func ok() async {
        #expect(await run(["milk"]) { try $0.output.line("a litre") } == .ok)
        #expect(written.text == "a litre\n")
        #expect(errors.text == "")
    }

    @Test("An error is printed on standard error, after the earlier output")
    func failure() async {
        let code = await run(["milk"]) { console in
            try console.output.write("half a litre")
            throw Spoiled()
        }
        #expect(code == .failed)
        #expect(written.text == "half a litre")
        #expect(errors.text == "cow: error: the milk is sour\n")
    }

    @Test("A mistake in the arguments ends with the usage code and the matching help")
    func usage() async {
        #expect(await run(["milk", "--fats"]) == .usage)
        #expect(
            errors.text == """
                cow: error: unknown option --fats; did you mean --fast?
                'cow milk --help' shows how it is used.

                """)
        #expect(await run([]) == .usage)
        #expect(errors.text.hasSuffix("'cow --help' shows how it is used.\n"))
    }

    @Test("A closed pipe ends the program without a message")
    func brokenPipe() async {
        let code = await run(["milk"], to: GoneSink()) { console in
            while true { try console.output.line("moo") }
        }
        #expect(code == .ok)
        #expect(await run(["milk"], to: GoneSink()) { try $0.output.line("moo") } == .ok)
        #expect(errors.text == "")
    }

    @Test("A closed pipe does not hide an error")
    func brokenPipeAndError() async {
        let code = await run(["milk"], to: GoneSink()) { console in
            try console.output.line("moo")
            throw Spoiled()
        }
        #expect(code == .failed)
        #expect(errors.text == "cow: error: the milk is sour\n")
    }

    struct Full: ByteSink {
        func write(_ bytes: [UInt8]) throws { throw OutputError(stream: "standard output", reason: "full") }
    }

    @Test("Output that cannot be written is an error")
    func full() async {
        #expect(await run(["milk"], to: Full()) { try $0.output.line("moo") } == .failed)
        #expect(errors.text == "cow: error: cannot write to standard output: full\n")
    }

    @Test("Output that cannot be written after the work is done is reported, and is not a failure")
    func fullAfterwards() async {
        let code = await run(["milk"], to: Full()) { console in
            console.markChanged()
            try console.output.line("moo")
        }
        #expect(code == .ok)
        #expect(errors.text == "cow: error: cannot write to standard output: full\n")
        let failed = await run(["milk"], to: Full()) { console in
            console.markChanged()
            throw Spoiled()
        }
        #expect(failed == .failed)
    }

    @Test("An interrupt cancels the subcommand, and the program ends as interrupted without a message")
    func interrupt() async {
        let interrupt = Interrupt()
        let code = await run(["milk"], interrupt: interrupt) { _ in
            interrupt.raise()
            try Task.checkCancellation()
            Issue.record("the verb went on")
        }
        #expect(code == .interrupted)
        #expect(errors.text == "")
    }

    @Test("A program that another process ended reports that, whatever comes after it")
    func terminated() async {
        let interrupt = Interrupt()
        let code = await run(["milk"], interrupt: interrupt) { _ in
            interrupt.raise(.terminated)
            interrupt.raise(.interrupted)
            try Task.checkCancellation()
        }
        #expect(code == .terminated)
    }

    @Test("A SIGINT to the process is an interrupt")
    func signal() async {
        let interrupt = Interrupt.signal()
        await withCheckedContinuation { raised in
            interrupt.onRaise { raised.resume() }
            kill(getpid(), SIGINT)
        }
        #expect(interrupt.isRaised)
    }

    @Test("A waiter for an interrupt is notified once")
    func handlers() {
        let interrupt = Interrupt()
        let count = Locked(0)
        interrupt.onRaise { count.withLock { $0 += 1 } }
        #expect(!interrupt.isRaised)
        interrupt.raise()
        interrupt.raise()
        #expect(interrupt.isRaised)
        #expect(count.withLock { $0 } == 1)
    }
}
