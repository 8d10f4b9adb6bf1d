extension Core {
    /// Returns a signal that fires when everything fired so far is applied and delivered to every subscriber.
    package nonisolated func settling() -> Signal { settling(in: nil) }

    /// - Parameter queue: The queue of the update that contains the call, if any.
    private nonisolated func settling(in queue: DeliveryQueue?) -> Signal {
        let settled = Signal()
        engine.mailbox.post(.settle(settled, queue))
        return settled
    }

    /// Waits until everything fired so far is applied and delivered to every subscriber.
    ///
    /// A value counts as delivered to a `for await` loop when the loop waits for the next value.
    ///
    /// A call inside an update does not wait for that update, for subscribers that come after it, or for other updates
    /// of this core that also wait. Every other caller waits for these updates, even a task that was started in the
    /// update.
    ///
    /// - Complexity: O(subscriptions with a delivery in progress).
    public nonisolated(nonsending) func settled() async {
        await RunningUpdate.waiting(on: ObjectIdentifier(engine.mailbox)) { queue in
            await settling(in: queue).wait()
        }
    }

    /// Waits for a moment at which no event waits, no subscriber is being notified, and no command is in flight.
    ///
    /// ```swift
    /// await core.idle(except: ["sync"])      // waits for all commands except "sync"
    /// ```
    ///
    /// The bodies of canceled commands and timers (``CommandOptions/isTimer``) do not count.
    ///
    /// A call by a command does not wait for that command, or for other commands that also wait. Child tasks of a
    /// command call it on the core that the command received. A call inside an update does not wait for the updates
    /// that ``settled()`` excludes, and does not wait for commands, because a command can wait for the update.
    ///
    /// - Parameter ids: The ids of commands that do not count, for example because they wait for the network.
    public nonisolated(nonsending) func idle(except ids: Set<CommandID> = []) async {
        let own = await ownCommand()
        await RunningUpdate.waiting(on: ObjectIdentifier(engine.mailbox)) { queue in
            let wait = IdleWait(queue, command: own, sparing: ids)
            engine.mailbox.post(.idle(wait))
            await wait.signal.wait()
        }
    }

    /// The calling command: the owner of this core, or the command whose task makes the call.
    private nonisolated(nonsending) func ownCommand() async -> CommandHandle? {
        if let owner { return owner }
        guard let task = RunningUpdate.currentTask else { return nil }
        return await command(in: task)
    }

    private func command(in task: Int) -> CommandHandle? { engine.commands.live.first { $0.runs(in: task) } }

    /// Closes the core. It refuses everything that is fired later, cancels the commands, waits for their bodies,
    /// delivers the last state, and ends every subscription.
    ///
    /// A call by a command does not wait for that command, or for other commands that also close the core. Child tasks
    /// of a command call it on the core that the command received. A call inside an update does not wait for the bodies
    /// of commands, or for the updates that ``settled()`` excludes. It can be called more than once.
    ///
    /// - Parameter grace: The longest time to wait for bodies and subscribers. A body or a subscriber that has not
    ///   returned by then is reported.
    public nonisolated(nonsending) func close(grace: Duration = .seconds(5)) async {
        engine.mailbox.post(.close)
        let returned = Signal()
        let settled = Signal()
        let over = engine.runtime.spawn.detached { [clock = engine.runtime.clock] in
            do { try await clock.sleep(for: grace) } catch { return }
            returned.fire()
            settled.fire()
        }
        await RunningUpdate.waiting(on: ObjectIdentifier(engine.mailbox)) { queue in
            if queue == nil {
                engine.mailbox.post(.returnedAll(returned, besides: await ownCommand()))
                await returned.wait()
                await reportUnreturned()
            }
            let ended = Signal()
            engine.mailbox.post(.settle(settled, queue))
            engine.mailbox.post(.end(ended))
            await ended.wait()
            await settled.wait()
        }
        over.cancel()
    }

    private func reportUnreturned() {
        let names = engine.commands.live.filter { !$0.state.isClosing }.sorted { $0.state.launch < $1.state.launch }
        if !names.isEmpty { engine.runtime.report(Runtime.Report(.closedOver(commands: names.map(\.commandName)))) }
    }
}

extension Core {
    /// The descriptions of all unfinished work: the commands that wait or whose bodies have not returned, in the order
    /// of their launches, and the unresolved predictions. Simulations require that the list is empty.
    package var unfinished: [String] {
        engine.lend { _ in
            let commands = engine.commands.live.sorted { $0.state.launch < $1.state.launch }
            return commands.map { "command \($0.asCause)" } + engine.store.log.pending.map { "\($0.id)" }
        }
    }
}
