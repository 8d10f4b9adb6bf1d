import Reactor

@testable import ReactorStateSupport

/// A parent with an optional child state and rows.
struct Tree: State, Equatable {
    var rings = 0
    var twig: Leaf?
    var leaves: KeyedRows<Int, Leaf> = []

    mutating func react(to event: any Event) {
        switch event {
        case is Ticked: rings += 1
        case let event as TwigGrown: twig = Leaf(id: event.id)
        case is TwigCut: twig = nil
        case let event as LeafGrown: leaves.append(Leaf(id: event.id))
        case let event as LeafFallen: leaves.remove(id: event.id)
        case let event as LeafPainted:
            if twig?.id == event.id { twig?.react(to: event) }
            leaves[id: event.id]?.react(to: event)
        case is Assign:
            twig?.react(to: event)
            for id in leaves.ids { leaves[id: id]?.react(to: event) }
        default: break
        }
    }
}

struct TwigGrown: Event { var id: Int }

struct TwigCut: Event {}

struct LeafGrown: Event { var id: Int }

struct LeafFallen: Event { var id: Int }
