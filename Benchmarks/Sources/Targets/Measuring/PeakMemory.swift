import Foundation

/// The peak memory of this process while `work` ran, in bytes; nil if the system does not report it.
///
/// Earlier work does not count: the kernel's peak is reset first.
func peakMemory(during work: () async throws -> Void) async rethrows -> Int? {
    _ = residentMemory()
    guard let mark = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return nil }
    mark.write(Data("5".utf8))
    try await work()
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
}

/// Runs this program again, and returns its output: for values that only a fresh process can measure.
func freshProcess(_ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw UsageError(description: "\(arguments.joined(separator: " ")) ended with \(process.terminationStatus).")
    }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}
