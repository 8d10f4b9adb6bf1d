/// The error messages of this module. Each names the fault, its place and the fix.
enum Errors {
    /// The first answer of a query changed nothing. Said once for each query.
    static func unclaimed(_ name: String) -> String {
        "\(name): an answer came, and nobody took it. Call react(to: event) of the Queries with this name first thing in the "
            + "state's react(to:), and give Queries and ServerQuery the same name."
    }

    /// A query is asked for whose name another one of the same core has. Said once for each query.
    static func twoOfOneName(_ name: String, at site: String) -> String {
        "The query \(name), made at \(site), has the name of another query of this core, for another place in the state, so it "
            + "reads nothing. Give each query a name of its own."
    }

    /// One more page is asked for of a list that nobody watches. Said once for each call and list.
    static func moreOfUnwatched(_ name: String, _ key: some Any, at site: String) -> String {
        "loadMore(\(name), \(key)) at \(site) has one more page read of a list that nobody watches, so it is not read again "
            + "when it is invalidated, and forgotten after a while. Watch the list for as long as it is shown."
    }

    /// A watch polls every 0 seconds, or less. Said once for each value.
    static func noInterval(_ name: String, _ key: some Any, _ interval: Duration, at site: String) -> String {
        "\(name) \(key), of the query made at \(site), is watched every \(interval), so it is not polled. Leave every: out, or give "
            + "it a time."
    }

    /// A key is not equal to itself. Reported once for each query.
    static func unequalKey(_ name: String, _ key: some Any, at site: String) -> String {
        "The key \(key) of the query \(name), made at \(site), is not equal to itself, so its value can be neither stored nor found. "
            + "Use a key that equals itself: a number that is not NaN, or an == that compares stored members."
    }

    /// A read waits for itself. Said once for each value.
    static func ownRead(_ name: String, _ key: some Any, at site: String) -> String {
        "\(name) \(key), of the query made at \(site), was fetched or refreshed in its own read, for which it would wait for ever. "
            + "Ask the server there, or fetch another value."
    }

    /// `QueryEntry.failure` of a list: its server has answered with the cursor of a page that was read before.
    static let circularList =
        "The list leads in a circle: the server has returned the cursor of a page that was read before, so no further page is "
        + "read. Check the cursor that the query's read returns; nil ends a list."

    /// A look at one value has led to one read after another. Said once for each value.
    static func endless(_ name: String, _ key: some Any, at site: String) -> String {
        "\(name) \(key), of the query made at \(site), was invalidated during each of its last reads, and is read again and "
            + "again. Let its read not invalidate its own tags."
    }
}
