import Reactor

/// The user has changed a row.
struct RowChanged: Event {
    var change: Change
}

/// The server has responded to a change, or pushed a row.
struct RowReceived: Event {
    var known: Known
}

/// The server has responded to a read.
struct RowsReceived: Event {
    var listing: Listing
}
