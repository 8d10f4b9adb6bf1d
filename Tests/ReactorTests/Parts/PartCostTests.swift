import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

@Suite("What commands in parts cost each event", .serialized)
struct PartCostTests {
    /// How often the rows, or the optional property, are looked at for 20 events that concern none of them.
    private func looks(commands count: Int, nested: Bool = false) async -> Int {
        let gate = Gate<Void>()
        let core = Core(state: Counted(count), runtime: .testing())
        for id in 0..<count {
            if nested {
                core.scope(to: \.countedPanels, id: id, default: Panel(id: 0))
                    .scope(to: \.slips, id: 0, default: Slip(id: 0)).fire(command: Stay(gate: gate))
            } else {
                core.scope(to: \.countedPanels, id: id, default: Panel(id: 0)).fire(command: Stay(gate: gate))
                core.scope(to: \.countedDetail, default: Slip(id: 0)).fire(command: Stay(gate: gate))
            }
        }
        await core.settled()
        Counted.looks.withLock { $0 = 0 }
        for number in 0..<20 {
            core.fire(event: Noted(number))
            _ = await core.counts
        }
        let looks = Counted.looks.copy
        gate.open()
        await core.close()
        return looks
    }

    @Test("Unrelated events look at rows once, and not once for each command")
    func unrelatedEvents() async {
        let few = await looks(commands: 8)
        let many = await looks(commands: 32)
        #expect(many == few && few > 0)
    }

    @Test("So do they where the parts lie in other parts")
    func nested() async {
        let few = await looks(commands: 8, nested: true)
        let many = await looks(commands: 32, nested: true)
        #expect(many == few && few > 0)
    }

    @Test("Whatever happens to the rows, exactly the commands of those that went are cancelled")
    func model() async {
        var random = SeededRandom(seed: 11)
        for _ in 0..<Loops.rounds(of: 60) {
            let gate = Gate<Void>()
            let core = Core(state: Counted(6), runtime: .testing())
            var running: [(id: Int, slip: Int?, handle: CommandHandle)] = []
            for id in 0..<6 {
                let panel = core.scope(to: \.countedPanels, id: id, default: Panel(id: 0))
                running.append((id, nil, panel.fire(command: Stay(gate: gate))))
                for slip in 0..<3 {
                    let core = panel.scope(to: \.slips, id: slip, default: Slip(id: 0))
                    running.append((id, slip, core.fire(command: Stay(gate: gate))))
                }
            }
            for _ in 0..<12 {
                let (id, slip) = (random.below(6), random.below(3))
                switch random.below(5) {
                case 0: core.fire(event: PanelRemoved(id: id))
                case 1: core.fire(event: SlipRemoved(panel: id, slip: slip))
                case 2: core.fire(event: PanelRenamed(id: id))
                case 3: core.fire(events: [SlipRemoved(panel: id, slip: slip), SlipAdded(panel: id, slip: slip)])
                default: core.fire(events: [PanelRemoved(id: id), PanelAdded(id: id)])
                }
                // What was removed and came back within one group is there still; what is in it may be gone.
                let panels = await core.state.panels
                var rest: [(id: Int, slip: Int?, handle: CommandHandle)] = []
                for one in running {
                    let panel = panels[id: one.id]
                    let isThere = one.slip.map { panel?.slips.contains(id: $0) == true } ?? (panel != nil)
                    if isThere { rest.append(one) } else { #expect(await one.handle.end == "cancelled") }
                }
                running = rest
                #expect(await core.engineInFlight == running.count)
            }
            gate.open()
            await core.close()
        }
    }
}

extension Core {
    fileprivate var engineInFlight: Int {
        engine.catchUp()
        return engine.commands.inFlight
    }
}

private struct Counted: State {
    static let looks = Locked(0)

    var panels: KeyedRows<Int, Panel>
    var detail: Slip? = Slip(id: 1)

    init(_ count: Int) { panels = KeyedRows(uniqueRows: (0..<count).map { Panel(id: $0) }) }

    /// Computed, so that looking is counted.
    var countedPanels: KeyedRows<Int, Panel> {
        Counted.looks.withLock { $0 += 1 }
        return panels
    }

    var countedDetail: Slip? {
        Counted.looks.withLock { $0 += 1 }
        return detail
    }

    mutating func react(to event: any Event) {
        switch event {
        case let event as PanelRemoved: panels[id: event.id] = nil
        case let event as PanelAdded: panels[id: event.id] = Panel(id: event.id)
        case let event as PanelRenamed: panels[id: event.id]?.name += "!"
        case let event as SlipRemoved: panels[id: event.panel]?.slips[id: event.slip] = nil
        case let event as SlipAdded: panels[id: event.panel]?.slips[id: event.slip] = Slip(id: event.slip)
        default: break
        }
    }
}

private struct Panel: State, Identifiable, Equatable {
    let id: Int
    var name = ""
    var slips = KeyedRows(uniqueRows: (0..<3).map { Slip(id: $0) })
    mutating func react(to event: any Event) {}
}

private struct Slip: State, Identifiable, Equatable {
    let id: Int
    mutating func react(to event: any Event) {}
}

private struct PanelRemoved: Event { let id: Int }
private struct PanelAdded: Event { let id: Int }
private struct PanelRenamed: Event { let id: Int }
private struct SlipRemoved: Event { let panel: Int, slip: Int }
private struct SlipAdded: Event { let panel: Int, slip: Int }

/// Stays until its gate opens, whatever the part.
private struct Stay<Part: State>: Command {
    let gate: Gate<Void>
    func execute(state: Part, core: Core<Part>) async { await gate.wait() }
}
