import OrderApps
import ReactorTesting
import Testing

/// Twenty bugs of order, each the switch of an app that is right: planted before anything was written that looks for them.
@Suite("Apps with bugs of order")
struct OrderAppTests {
    @Test("Without a bug, each app is right in every order that is tried")
    func right() async throws {
        let options = SimulationOptions(runsTwice: false)
        try await Simulation.check(seeds: 0..<200, options: options) { sim in
            try await OrderSession.run(SearchBox.self, bug: nil, in: sim)
        }
        try await Simulation.check(seeds: 0..<200, options: options) { sim in
            try await OrderSession.run(NoteEditor.self, bug: nil, in: sim)
        }
        try await Simulation.check(seeds: 0..<200, options: options) { sim in
            try await OrderSession.run(Booking.self, bug: nil, in: sim)
        }
    }

    @Test("Each of the twenty bugs belongs to one app")
    func twenty() {
        let all = OrderBug.ofSearchBox + OrderBug.ofEditor + OrderBug.ofBooking
        #expect(all.count == 20)
        #expect(Set(all) == Set(OrderBug.allCases))
    }
}
