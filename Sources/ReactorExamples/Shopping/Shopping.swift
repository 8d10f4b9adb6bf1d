import Reactor

nonisolated struct Item: Identifiable, Hashable, Codable, Sendable {
    let id: String
    let name: String
    var places: [String] = []
    var isBought = false
}

nonisolated enum Route: Hashable, Codable, Sendable {
    case item(Item.ID)
    case places(Item.ID)
}

struct Shopping: AssignableState, Codable, Equatable {
    var items = RequestStatus<[Item], UserFacingError<Never>>()
    /// The screens above the list.
    var path: [Route] = []
    var search = ""
    /// Whether the sheet is shown.
    var isAdding = false
    /// The text field of the sheet.
    var newName = ""
    /// The error of the last change, until the user has read it.
    var refusal: UserFacingError<Never>?

    static let search = Assignable("shopping.search", \Shopping.search)
    static let newName = Assignable("shopping.newName", \Shopping.newName) { String($0.prefix(40)) }
    static let assignables = Assignables(search, newName)

    mutating func react(to event: any Event) {
        if assign(event) { return }
        switch event {
        case let event as ItemAdded: change(event.item.id) { _ in event.item }
        case let event as ItemMarked: change(event.id) { $0?.marked(event.isBought) }
        case let event as ItemRemoved: change(event.id) { _ in nil }
        case is ListOutdated: items.invalidate()
        case let event as PathChanged: path = event.path
        case let event as SheetChanged: (isAdding, newName) = (event.isShown, "")
        case is ProblemRead:
            refusal = nil
            items.dismissOutcome()
        case let event as CommandEnded where event.id != "items": refusal = UserFacingError(event) ?? refusal
        default: break
        }
        _ = items.react(to: event, as: "items")
    }

    /// Replaces an item. The item may be missing, because predictions are applied repeatedly.
    private mutating func change(_ id: Item.ID, _ changed: (Item?) -> Item?) {
        items.update { items in
            let index = items.firstIndex { $0.id == id }
            let item = changed(index.map { items[$0] })
            if let index {
                items.replaceSubrange(index...index, with: item.map { [$0] } ?? [])
            } else if let item {
                items.append(item)
            }
        }
    }
}

nonisolated extension Item {
    fileprivate func marked(_ isBought: Bool) -> Item {
        var item = self
        item.isBought = isBought
        return item
    }
}

// The controls whose values are changed by events and commands.
extension Shopping {
    static let path = Control(\Shopping.path) { PathChanged(path: $0) }
    static let isAdding = Control(\Shopping.isAdding) { SheetChanged(isShown: $0) }
    static let hasProblem = Control(\Shopping.hasProblem) { isShown in isShown ? nil : ProblemRead() }

    static func isBought(_ id: Item.ID) -> Control<Shopping, Bool> {
        Control(\Shopping.[isBought: id]) { MarkItem(id: id, isBought: $0) }
    }

    subscript(isBought id: Item.ID) -> Bool { self[id]?.isBought ?? false }
}

// Values for the views.
extension Shopping {
    /// The items that match the search.
    var found: [Item] {
        let wanted = search.lowercased()
        return (items.value ?? []).filter { wanted.isEmpty || $0.name.lowercased().contains(wanted) }
    }

    subscript(id: Item.ID) -> Item? { items.value?.first { $0.id == id } }

    /// The error for the alert: that of the last change, or that of the last load until one succeeds.
    var problem: UserFacingError<Never>? { refusal ?? items.error }

    var hasProblem: Bool { problem != nil }

    var canAdd: Bool { items.value != nil && !newName.allSatisfy(\.isWhitespace) }
}
