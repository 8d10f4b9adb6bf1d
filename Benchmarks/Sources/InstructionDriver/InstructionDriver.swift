import Dispatch
import Foundation

/// Repeats one kind of work N times, for the script `instructions` to count under valgrind.
///
/// `main` is synchronous: an asynchronous one crashes valgrind 3.19.
@main
struct InstructionDriver {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let work = Work(rawValue: arguments[1]), let count = Int(arguments[2]) else {
            let names = Work.allCases.map(\.rawValue).joined(separator: "|")
            fail("usage: instruction-driver \(names) COUNT", status: 2)
        }
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do { try await work.run(count) } catch { fail("\(error)", status: 1) }
            done.signal()
        }
        done.wait()
    }

    private static func fail(_ sentence: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
        exit(status)
    }
}
