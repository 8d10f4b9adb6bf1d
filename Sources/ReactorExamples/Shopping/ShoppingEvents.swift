import Reactor

struct ItemAdded: Event { let item: Item }
struct ItemMarked: Event { let id: Item.ID, isBought: Bool }
struct ItemRemoved: Event { let id: Item.ID }
struct ListOutdated: Event {}

/// A new navigation stack, after a link, a back gesture or a button.
struct PathChanged: Event { let path: [Route] }
struct SheetChanged: Event { let isShown: Bool }
struct ProblemRead: Event {}
