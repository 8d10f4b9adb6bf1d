extension Core {
    /// What has not come to its end: the commands whose bodies have not returned, or that wait, in the order of their
    /// launches, and the predictions that nobody has settled. For simulations, which demand that there is nothing.
    package var unfinished: [String] {
        engine.lend { _ in
            let commands = engine.commands.live.sorted { $0.run.launch < $1.run.launch }
            return commands.map { "command \($0.asCause)" } + engine.store.pending.map { "\($0)" }
        }
    }
}
