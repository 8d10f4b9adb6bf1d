/// Runs the code of each folder, one folder per subject, and ends with an error if a result differs from its guide. The tests
/// that an exploration and near misses write are left in the folder that is passed.
@main
struct Outsider {
    static func main() async throws {
        try await checkClients()
        try await checkPolling()
        try await checkCredentials()
        try await checkGatewayParts()
        try await checkUploads()
        try await checkQueues()
        try await checkSuspensions()
        try await checkCatalogs()
        try await checkTools()
        try await checkLoads()
        try await checkRecordedQueries()
        let folder = CommandLine.arguments.dropFirst().first
        try await checkOrders(writingTo: folder.map { $0 + "/SeatsOrder.swift" })
        print("Outsider: \(Check.count) checks hold")
    }
}

/// A check of an expectation, which reports its place if it fails.
enum Check {
    @MainActor static var count = 0

    @MainActor
    static func holds(
        _ condition: Bool, _ what: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
    ) {
        count += 1
        if !condition { fatalError("\(file):\(line): \(what())") }
    }
}
