/// The messages to a client, one at a time.
package enum Message: Hashable, Sendable {
    /// A new app, for this user, with these rows as of this version.
    case start(user: String, rows: [Row], version: Int)
    /// The user changes a row. A plain save need not be shown before the server has responded.
    case act(request: String, Operation, isPlain: Bool)
    case answer(Answer)
    case push(Known)
    /// The user pulls to refresh; with a number, one page of the list.
    case refresh(page: Int?)
    /// Another user signs in. The rows shown before belong to the previous user.
    case reset(user: String)
    /// The app was killed and is started again.
    case restart
}

/// The server's version of one row.
package struct Known: Hashable, Sendable {
    package var id: String
    /// Nil: it is deleted.
    package var row: Row?
    /// The version of the row, or of its deletion. Versions are of one order for all rows.
    package var version: Int
    /// The requests of this user that the row includes.
    package var applied: [String]

    package init(id: String, row: Row?, version: Int, applied: [String]) {
        self.id = id
        self.row = row
        self.version = version
        self.applied = applied
    }
}

/// The server's version of its rows at one version.
package struct Listing: Hashable, Sendable {
    package var rows: [Row]
    package var version: Int
    /// The requests of this user that these rows include.
    package var applied: [String]
    /// Nil: these are all rows. A page contains no information about rows that are not on it.
    package var page: Int?

    package init(rows: [Row], version: Int, applied: [String], page: Int? = nil) {
        self.rows = rows
        self.version = version
        self.applied = applied
        self.page = page
    }
}

/// The result of a request.
package struct Answer: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case done(Known)
        case refused
        /// It is unknown whether the server has applied it.
        case lost
        case listing(Listing)
    }

    package var request: String
    package var content: Content

    package init(request: String, _ content: Content) {
        self.request = request
        self.content = content
    }
}

/// The reply of a client after each message.
package struct Reply: Hashable, Sendable {
    /// The rows that the user sees now.
    package var show: [Row]
    /// The requests to the server, in this order.
    package var send: [Request]
    /// Requests whose responses are no longer needed.
    package var cancel: [String]
    /// After a restart: the pending changes that the app still has.
    package var kept: [String]

    package init(show: [Row] = [], send: [Request] = [], cancel: [String] = [], kept: [String] = []) {
        self.show = show
        self.send = send
        self.cancel = cancel
        self.kept = kept
    }
}

/// A request of a client to the server.
package struct Request: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case change(Operation)
        /// All rows, or one page of them.
        case fetch(page: Int?)
        /// One row; the response is the server's version of it.
        case row(String)
    }

    /// The name of the request. A request that is sent again under its name is applied once.
    package var name: String
    package var kind: Kind

    package init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Whether it reads and changes nothing.
    var isRead: Bool { if case .change = kind { false } else { true } }
}

/// The subject of the test: a program, a recipe, an idiom.
package protocol Client: AnyObject {
    /// Takes a message, and does all that follows from it before it replies.
    ///
    /// With `turns` it does at most this number of steps of work, and continues with the rest at the next message. A client
    /// that cannot stop in between does all. The rows shown then are not checked.
    func take(_ message: Message, turns: Int?) throws -> Reply
}
