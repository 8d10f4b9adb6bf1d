/// What a client is told, one at a time.
package enum Message: Hashable, Sendable {
    /// A new app, for this user, which holds these rows as of this version.
    case start(user: String, rows: [Row], version: Int)
    /// The user changes a row. A plain save need not be shown before the server has answered.
    case act(request: String, Operation, isPlain: Bool)
    case answer(Answer)
    case push(Known)
    /// The user pulls to refresh; with a number, one page of the list.
    case refresh(page: Int?)
    /// Another user signs in. What was shown belongs to somebody else.
    case reset(user: String)
    /// The app was killed and is started again.
    case restart
}

/// What a server says of one row.
package struct Known: Hashable, Sendable {
    package var id: String
    /// Nil: it is deleted.
    package var row: Row?
    /// The version of the row, or of its deletion. Versions are of one order for all rows.
    package var version: Int
    /// Which requests of this user the row holds.
    package var applied: [String]

    package init(id: String, row: Row?, version: Int, applied: [String]) {
        self.id = id
        self.row = row
        self.version = version
        self.applied = applied
    }
}

/// What a server says of its rows as of one version.
package struct Listing: Hashable, Sendable {
    package var rows: [Row]
    package var version: Int
    /// Which requests of this user these rows hold.
    package var applied: [String]
    /// Nil: these are all rows. A page says nothing of rows that are not on it.
    package var page: Int?

    package init(rows: [Row], version: Int, applied: [String], page: Int? = nil) {
        self.rows = rows
        self.version = version
        self.applied = applied
        self.page = page
    }
}

/// How a request ended.
package struct Answer: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case done(Known)
        case refused
        /// Nobody knows whether the server has done it.
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

/// What a client says after each message.
package struct Reply: Hashable, Sendable {
    /// What the user sees now.
    package var show: [Row]
    /// What goes to the server, in this order.
    package var send: [Request]
    /// Requests whose answer is not wanted any more.
    package var cancel: [String]
    /// After a restart: the changes without an answer that the app still has.
    package var kept: [String]

    package init(show: [Row] = [], send: [Request] = [], cancel: [String] = [], kept: [String] = []) {
        self.show = show
        self.send = send
        self.cancel = cancel
        self.kept = kept
    }
}

/// What a client asks of the server.
package struct Request: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case change(Operation)
        /// All rows, or one page of them.
        case fetch(page: Int?)
        /// One row, answered with what the server says of it.
        case row(String)
    }

    /// Its own name for it. A request that is sent again under its name is done once.
    package var name: String
    package var kind: Kind

    package init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Whether it asks and changes nothing.
    var isRead: Bool { if case .change = kind { false } else { true } }
}

/// What is judged: a program, a recipe, an idiom.
package protocol Client: AnyObject {
    /// Takes a message, and does all that follows from it before it replies.
    ///
    /// With `turns` it does no more than so many pieces of work, and goes on with the rest at the next message. A client
    /// that cannot stop in the middle does all. What is shown then is not judged.
    func take(_ message: Message, turns: Int?) throws -> Reply
}
