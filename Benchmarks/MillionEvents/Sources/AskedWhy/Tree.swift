import Reactor
import ReactorRecording

/// A value seven levels down.
struct Tree: State, Codable {
    struct Trunk: Codable { var crown = Crown() }
    struct Crown: Codable { var limbs: [String: Limb] = [:] }
    struct Limb: Codable {
        var twigs: [Twig]
        var shape = Shape.round(radius: 1)
        var note: String?
    }
    enum Shape: Codable { case round(radius: Int), square(side: Int) }
    struct Twig: Codable {
        var leaves: [Leaf]
        var label = "twig"
    }
    struct Leaf: Codable {
        var id: Int
        var size = 0
        var name = "leaf"
    }

    var trunk = Trunk()
    var age = 0

    init() {
        let twigs = (0..<10).map { _ in Twig(leaves: (0..<20).map { Leaf(id: $0) }) }
        for limb in 0..<20 { trunk.crown.limbs["limb\(limb)"] = Limb(twigs: twigs) }
    }

    mutating func react(to event: any Event) {
        guard let event = event as? Grown else { return }
        age += 1
        trunk.crown.limbs[event.limb]?.twigs[event.leaf % 10].leaves[event.leaf / 10].size = event.size
    }

    static let catalog = EventCatalog<Tree>(events: [.event(Grown.self, as: "grown")])
}

struct Grown: Event, Codable {
    let limb: String
    let leaf: Int
    let size: Int
}
