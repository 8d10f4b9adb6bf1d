import Reactor

/// A change is on its way from now on.
struct ChangeBegan: Event {
    var request: String
    var id: String
}

/// A change is not on its way any more, however it ended.
struct ChangeEnded: Event {
    var request: String
}

/// The server has answered a read that began when so many changes had ended.
struct RowsRead: Event {
    var rows: [Row]
    var number: Int
    var ended: Int
}
