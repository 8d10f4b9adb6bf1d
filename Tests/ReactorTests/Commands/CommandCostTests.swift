import Testing

@testable import Reactor

/// What commands that share places cost: entries of their rows that were put in, taken out, passed or moved.
@Suite struct CommandCostTests {
    enum Story: CaseIterable {
        case inOrder, inReverse, inside, cancelledByID, cancelledOneByOne, droppedByRestart, closed
    }

    /// The places of `count` commands of one id, and how many commands are left in the end.
    private func play(_ count: Int, _ policy: CommandPolicy, max: Int?, _ story: Story) -> (
        slot: CommandSlot?, left: Int
    ) {
        var table = CommandTable(random: { 0 })
        let options = CommandOptions(id: "x", policy: policy, max: max)
        let handles = (0..<count).map { _ in NamedHandle("A", options) }
        for handle in handles { table.launch(handle, cause: nil) }
        guard let slot = table.slot("x") else { return (nil, left: -1) }
        switch story {
        case .inOrder: for handle in handles { end(handle, &table) }
        case .inReverse: for handle in handles.reversed() { end(handle, &table) }
        case .inside:
            for step in [2, 3, 1] {
                for index in stride(from: 0, to: count, by: step) { end(handles[index], &table) }
            }
        case .cancelledByID: table.cancel(.id("x"))
        case .cancelledOneByOne: for handle in handles.reversed() { table.cancel(.launch(handle)) }
        case .closed: table.close()
        case .droppedByRestart: table.launch(NamedHandle("A", CommandOptions(id: "x", policy: .restart)), cause: nil)
        }
        while table.nextStep() != nil {}
        return (slot, left: table.inFlight)
    }

    private func end(_ handle: CommandHandle, _ table: inout CommandTable) {
        if handle.run.phase == .running { table.returned(handle, .returned) }
    }

    // Visits are counted in debug builds alone.
    #if DEBUG
        @Test("Four times the commands cost four times as much", arguments: CommandPolicy.allCases, Story.allCases)
        func linear(_ policy: CommandPolicy, _ story: Story) throws {
            for max in [nil, 7, 1_000] {
                let few = try #require(visits(60, policy, max: max, story))
                let many = try #require(visits(240, policy, max: max, story))
                #expect(few > 0)
                #expect(many <= few * 5 + 40)
            }
        }

        /// Entries of the rows of one id that were put in, taken out, passed or moved.
        private func visits(_ count: Int, _ policy: CommandPolicy, max: Int?, _ story: Story) -> Int? {
            let (slot, _) = play(count, policy, max: max, story)
            return slot.map { [$0.running, $0.waiting, $0.lingering, $0.graced].map(\.visits).reduce(0, +) }
        }
    #endif

    @Test("Commands that are cancelled while they wait leave nothing behind, from whichever end")
    func leaveNothing() {
        for story in [Story.cancelledByID, .cancelledOneByOne] {
            #expect(play(80, .enqueue, max: nil, story).left == 0)
        }
    }

    @Test("Cancelling what an owner has looks at nobody else")
    func owners() {
        var table = CommandTable(random: { 0 })
        let others = (0..<100).map { _ in NamedHandle("A", CommandOptions(owner: ScopeA.self)) }
        let own = NamedHandle("B", CommandOptions(owners: [ScopeA.self, ScopeB.self]))
        for handle in others + [own] { table.launch(handle, cause: nil) }
        table.cancel(.owner(ObjectIdentifier(ScopeB.self)))
        #expect(own.run.hasEnded && table.inFlight == 100)
        table.cancel(.owner(ObjectIdentifier(ScopeA.self)))
        #expect(table.inFlight == 0)
    }
}
