extension Core {
    /// Something that happens when everything fired so far is applied, and told to every subscriber.
    package nonisolated func settling() -> OneShot {
        let told = OneShot()
        engine.mailbox.post(.settle(told))
        return told
    }

    /// Returns when everything fired so far is applied, and told to every subscriber.
    ///
    /// Called from inside an update, it counts that update as told. A value counts as told to a `for await` loop when it
    /// waits there.
    public nonisolated func settled() async {
        await Telling.excused {
            let told = OneShot()
            engine.mailbox.post(.settle(told))
            await told.wait()
        }
    }

    /// Returns when everything fired so far is applied and told, and no command is in flight.
    ///
    /// It does not wait for the body of a command that was cancelled, nor, called by a command, for that command, nor for
    /// others that wait like this; child tasks of a command call it on the core that the command was given.
    public nonisolated func idle() async {
        let own = await ownCommand()
        repeat {
            await settled()
            let quiet = OneShot()
            engine.mailbox.post(.quiet(quiet, besides: own))
            await quiet.wait()
            await settled()
        } while await !isQuiet(besides: own)
    }

    private func isQuiet(besides own: CommandHandle?) -> Bool {
        engine.catchUp()
        let isQuiet = engine.isQuiet(besides: own)
        if isQuiet { own?.run.isIdling = false }
        return isQuiet
    }

    /// The command that waits here: the one that this core was given to, or the one whose task calls.
    private nonisolated func ownCommand() async -> CommandHandle? {
        if let owner { return owner }
        guard let task = CurrentTask() else { return nil }
        return await command(in: task)
    }

    private func command(in task: CurrentTask) -> CommandHandle? {
        engine.commands.live.first { $0.runs(in: task.task) }
    }

    /// Closes the core: refuses what is fired from here on, cancels the commands, waits for their bodies, tells the last
    /// state, and ends every subscription.
    ///
    /// Called by a command, it does not wait for that command, nor for others that wait for the same; child tasks of a
    /// command call it on the core that the command was given. May be called often.
    ///
    /// - Parameter grace: the longest it waits for bodies and for subscribers. What has not returned by then is reported.
    public nonisolated func close(grace: Duration = .seconds(5)) async {
        engine.mailbox.post(.close)
        let returned = OneShot()
        let told = OneShot()
        let over = engine.runtime.spawn.detached { [clock = engine.runtime.clock] in
            do { try await clock.sleep(for: grace) } catch { return }
            returned.happen()
            told.happen()
        }
        engine.mailbox.post(.returnedAll(returned, besides: await ownCommand()))
        await returned.wait()
        await reportUnreturned()
        await Telling.excused {
            let ended = OneShot()
            engine.mailbox.post(.settle(told))
            engine.mailbox.post(.end(ended))
            await ended.wait()
            await told.wait()
        }
        over.cancel()
    }

    private func reportUnreturned() {
        let names = engine.commands.live.filter { !$0.run.isClosing }.sorted { $0.run.launch < $1.run.launch }
        if !names.isEmpty { engine.runtime.report(.closedOver(commands: names.map(\.commandName))) }
    }
}

/// The task that asks. Its holder waits in that task, which lasts as long.
private struct CurrentTask: @unchecked Sendable {
    // Sendable: it is only compared with others.
    let task: UnsafeCurrentTask

    init?() {
        guard let task = withUnsafeCurrentTask(body: { $0 }) else { return nil }
        self.task = task
    }
}
