import Reactor

struct ItemAdded: Event, Codable { let item: Item }
struct ItemMarked: Event, Codable { let id: Item.ID, isBought: Bool }
struct ItemRemoved: Event, Codable { let id: Item.ID }
struct ListOutdated: Event, Codable {}

/// A new navigation stack, after a link, a back gesture or a button.
struct PathChanged: Event, Codable { let path: [Route] }
struct SheetChanged: Event, Codable { let isShown: Bool }
struct ProblemRead: Event, Codable {}
