extension Core {
    /// Something that happens when everything fired so far is applied, and delivered to every subscriber.
    package nonisolated func settling() -> Signal { settling(in: nil) }

    /// - Parameter queue: the queue of the update that the caller is in, if any.
    private nonisolated func settling(in queue: DeliveryQueue?) -> Signal {
        let settled = Signal()
        engine.mailbox.post(.settle(settled, queue))
        return settled
    }

    /// Returns when everything fired so far is applied, and delivered to every subscriber.
    ///
    /// Called from inside an update, it does not wait for that update, for subscribers that wait after it, or for
    /// other updates of this core that wait in the same way. Every other caller waits for these updates, also a
    /// task that was started in the update. A value counts as delivered to a `for await` loop when it waits there.
    ///
    /// - Complexity: O(subscriptions to which something is being delivered), however many there are.
    public nonisolated(nonsending) func settled() async {
        await RunningUpdate.waiting(on: ObjectIdentifier(engine.mailbox)) { queue in
            await settling(in: queue).wait()
        }
    }

    /// Returns at a moment at which nothing waits, no subscriber is being notified, and no command is in flight.
    ///
    /// It does not wait for the body of a command that was cancelled, or for timers (``CommandOptions/isTimer``).
    /// Called by a command, it does not wait for that command, or for other commands that wait in the same way;
    /// child tasks of a command call it on the core that the command received. From inside an update it also does
    /// not wait for the updates that ``settled()`` leaves out there.
    ///
    /// ```swift
    /// await core.idle(besides: ["sync"])      // everything is done but what the network has to answer
    /// ```
    ///
    /// - Parameter ids: commands that are not waited for, since they wait for the network, say.
    public nonisolated(nonsending) func idle(besides ids: Set<CommandID> = []) async {
        let own = await ownCommand()
        await RunningUpdate.waiting(on: ObjectIdentifier(engine.mailbox)) { queue in
            let wait = IdleWait(queue, command: own, sparing: ids)
            engine.mailbox.post(.idle(wait))
            await wait.signal.wait()
        }
    }

    /// The command that waits here: the one that this core was given to, or the one whose task calls.
    private nonisolated(nonsending) func ownCommand() async -> CommandHandle? {
        if let owner { return owner }
        guard let task = RunningUpdate.currentTask else { return nil }
        return await command(in: task)
    }

    private func command(in task: Int) -> CommandHandle? { engine.commands.live.first { $0.runs(in: task) } }

    /// Closes the core: refuses everything that is fired later, cancels the commands, waits for their bodies, delivers the last
    /// state, and ends every subscription.
    ///
    /// Called by a command, it does not wait for that command, nor for others that wait for the same; child tasks of a
    /// command call it on the core that the command was given. May be called often.
    ///
    /// - Parameter grace: the longest it waits for bodies and for subscribers. A body or a subscriber that has not returned by
    ///   then is reported.
    public nonisolated(nonsending) func close(grace: Duration = .seconds(5)) async {
        engine.mailbox.post(.close)
        let returned = Signal()
        let settled = Signal()
        let over = engine.runtime.spawn.detached { [clock = engine.runtime.clock] in
            do { try await clock.sleep(for: grace) } catch { return }
            returned.fire()
            settled.fire()
        }
        engine.mailbox.post(.returnedAll(returned, besides: await ownCommand()))
        await RunningUpdate.waiting(on: ObjectIdentifier(engine.mailbox)) { queue in
            await returned.wait()
            await reportUnreturned()
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
        if !names.isEmpty { engine.runtime.report(Report(.closedOver(commands: names.map(\.commandName)))) }
    }
}

extension Core {
    /// The work that has not ended: the commands whose bodies have not returned, or that wait, in the order of
    /// their launches, and the predictions that were not resolved. For simulations, which require that there is no
    /// such work.
    package var unfinished: [String] {
        engine.lend { _ in
            let commands = engine.commands.live.sorted { $0.state.launch < $1.state.launch }
            return commands.map { "command \($0.asCause)" } + engine.store.log.pending.map { "\($0.id)" }
        }
    }
}
