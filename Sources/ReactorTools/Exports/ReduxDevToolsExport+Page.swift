extension ReduxDevToolsExport {
    /// A page that shows the recording in Redux DevTools, with the recorded state at each step.
    ///
    /// Opened in a browser that has the extension, it hands the entries over, each with its time. Its reducer does
    /// nothing but look the recorded state up, so jumping, skipping and importing a file of the same recording show
    /// recorded states too. For a page that is opened from a disk the extension has to be allowed to see files.
    package func page() -> [UInt8] {
        var page = Array(Self.head.utf8)
        liftedState.write(to: &page, .page)
        page.append(contentsOf: "</script>\n<script>\(Self.script)</script>\n</body>\n</html>\n".utf8)
        return page
    }

    // The policy names no scripts: in some browsers an extension's would count. Nothing leaves the page all the same.
    private static let head = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="connect-src 'none'; img-src 'none'; media-src 'none'; \
        frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>A recording for Redux DevTools</title>
        <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 4em auto; padding: 0 1em; }</style>
        </head>
        <body>
        <h1>A recording for Redux DevTools</h1>
        <p id="say"></p>
        <script type="application/json" id="lifted">
        """

    private static let script = #"""
        (() => {
        "use strict";
        const EXACT = "\u0000n";
        // Redux DevTools knows only numbers that JavaScript has.
        const known = (key, value) => typeof value === "object" && value !== null && EXACT in value
          ? Number(value[EXACT]) : value;
        const lifted = JSON.parse(document.getElementById("lifted").textContent, known);
        const say = text => document.getElementById("say").textContent = text;
        const recorded = new Map();
        for (const id of lifted.stagedActionIds.slice(1)) {
          recorded.set(lifted.actionsById[id].action.meta.seq, lifted.computedStates[id].state);
        }
        const reducer = (state = lifted.committedState, action) => {
          if (action.type === "@@INIT") return lifted.committedState;
          const seq = action.meta?.seq;
          return recorded.has(seq) ? recorded.get(seq) : state;
        };
        const createStore = (reduce, state) => {
          const listeners = new Set();
          const store = {
            getState: () => state,
            dispatch(action) { state = reduce(state, action); for (const each of [...listeners]) each(); return action; },
            subscribe(listener) { listeners.add(listener); return () => listeners.delete(listener); },
            replaceReducer(next) { reduce = next; store.dispatch({type: "@@redux/REPLACE"}); },
          };
          store.dispatch({type: "@@redux/INIT"});
          return store;
        };
        const extension = window.__REDUX_DEVTOOLS_EXTENSION__;
        if (!extension) {
          say("Redux DevTools is not here. Install the extension, allow it to access file URLs in its details, and "
            + "load this page anew.");
          return;
        }
        const count = recorded.size;
        const store = extension({name: document.title, maxAge: count + 1})(createStore)(reducer, lifted.committedState);
        store.liftedStore.dispatch({type: "IMPORT_STATE", nextLiftedState: lifted});
        say(`${count} entries are in Redux DevTools: open it in the browser's developer tools, under Redux.`);
        })();
        """#
}
