/// The rows of one user as the server has them, with all that they ever were.
package struct Server: Sendable {
    /// The value of a row from one version on.
    package struct Version: Sendable {
        package var number: Int
        /// Nil: it is not there, not yet or not any more.
        package var row: Row?
        /// The request that made it, if it was this client's.
        package var request: String?
        /// The server's decision: with its own value, if any.
        package var operation: Operation?
    }

    package let user: String
    /// The newest version of all.
    package private(set) var version = 0
    private var histories: [String: [Version]] = [:]
    /// The result of each request of this client.
    private var outcomes: [String: Bool] = [:]
    /// In the order in which they were applied.
    private var applied: [(request: String, id: String)] = []

    /// A server with three rows.
    package init(user: String) {
        self.user = user
        for number in 1...3 {
            let id = "\(user)\(number)"
            histories[id] = [Version(number: 0, row: Row(id: id, value: number * 100, place: number))]
        }
    }

    package var ids: [String] { histories.keys.sorted() }

    /// All versions of a row, the oldest first. A row that the server has never had is missing in its only version.
    package func history(of id: String) -> [Version] { histories[id] ?? [Version(number: 0)] }

    package func row(_ id: String) -> Row? { histories[id]?.last?.row }

    /// Does a change of another device, unless the row is not there.
    ///
    /// - Returns: whether something was changed.
    package mutating func change(_ operation: Operation) -> Bool { perform(operation, for: nil) }

    /// Processes a request of this client. A request that was processed before is recognized by its name.
    ///
    /// - Returns: The version of the row; nil: it is refused. A row that does not exist cannot be changed.
    package mutating func treat(_ request: String, _ operation: Operation, _ treatment: Step.Treatment) -> Known? {
        if outcomes[request] == nil {
            let asDone = treatment == .adjust ? operation.adjusted : operation
            outcomes[request] = treatment != .refuse && perform(asDone, for: request)
        }
        return outcomes[request] == true ? known(operation.id) : nil
    }

    package func known(_ id: String) -> Known {
        let newest = history(of: id).last
        return Known(
            id: id, row: newest?.row, version: newest?.number ?? 0,
            applied: applied.filter { $0.id == id }.map(\.request))
    }

    /// The response to a read: all rows in the order of their places, or a page of two.
    package func listing(page: Int?) -> Listing {
        let rows = histories.values.compactMap { $0.last?.row }.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
        guard let page else { return Listing(rows: rows, version: version, applied: applied.map(\.request)) }
        let onPage = Array(rows.dropFirst(max(0, page) * Self.pageSize).prefix(Self.pageSize))
        let ids = Set(onPage.map(\.id))
        return Listing(
            rows: onPage, version: version, applied: applied.filter { ids.contains($0.id) }.map(\.request), page: page)
    }

    static let pageSize = 2

    private mutating func perform(_ operation: Operation, for request: String?) -> Bool {
        let id = operation.id
        let before = row(id)
        if before == nil, case .put = operation {} else if before == nil { return false }
        version += 1
        var after = operation.applied(to: before)
        after?.version = version
        histories[id, default: [Version(number: 0)]].append(
            Version(number: version, row: after, request: request, operation: operation))
        if let request { applied.append((request, id)) }
        return true
    }
}
