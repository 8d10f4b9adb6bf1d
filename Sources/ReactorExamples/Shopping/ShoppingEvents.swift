import Reactor

struct ItemAdded: Event { let item: Item }
struct ItemMarked: Event { let id: Item.ID, isBought: Bool }
struct ItemRemoved: Event { let id: Item.ID }
struct ListOutdated: Event {}

/// A link, the back gesture, a button that goes home: the stack is now this.
struct PathChanged: Event { let path: [Route] }
struct SheetChanged: Event { let isShown: Bool }
struct ProblemRead: Event {}
