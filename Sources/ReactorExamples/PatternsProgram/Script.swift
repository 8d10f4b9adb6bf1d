import Terminal

/// Steps in their order.
struct Script {
    let steps: [Step]

    /// Reads a script; empty lines count for nothing.
    ///
    /// - Throws: ``ScriptError`` at the first line that is no step.
    init(_ text: String, from path: String) throws(ScriptError) {
        var steps: [Step] = []
        // Of a line that ends in CR LF the end is one character.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.drop { $0.isWhitespace }
            if line.isEmpty { continue }
            do {
                steps.append(try Step(String(line)))
            } catch {
                throw ScriptError(path: path, line: index + 1, fault: error)
            }
        }
        self.steps = steps
    }

    /// What the program plays by itself.
    static let story = """
        # The list comes when the server is connected.
        refresh
        # A screen is a member of the state: open pushes it, back takes it off.
        open 2
        back
        # The search waits until nobody types any more.
        search milk
        open 1
        back
        back
        # A form says what is missing when it is saved, not before.
        new
        title
        save
        title Buy bread
        save
        # What goes wrong is told in the user's words, with what tries again. The list stays.
        offline
        refresh
        online
        retry
        # The app has an error of its own for what only it knows.
        new
        title Buy milk
        save
        dismiss
        # A link goes anywhere; the form that it leaves starts over, whatever was typed.
        title Never saved
        link patterns://todos/2
        new
        back
        link patterns://nowhere
        dismiss
        # Another server: nothing of this one is left, and its token goes nowhere else.
        environment staging
        # A message is a key, so it is right in every language, also when it was there before.
        key wrong
        language de
        key demo
        environment production
        """
}
