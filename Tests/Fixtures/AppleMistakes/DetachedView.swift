// Refused for macos, ios: main actor-isolated instance method

import Reactor
import SwiftUI

struct Counter: Reactor.State {
    var count = 0
    mutating func react(to event: any Event) {}
}

struct Added: Event {}

struct Planted: View {
    let app: ObservableCore<Counter>

    var body: some View {
        Text("Count").task { await Task.detached { app.fire(event: Added()) }.value }
    }
}
