extension InspectorPage {
    /// What stands between the head and the data.
    static let markup = #"""
        <header class="top">
          <div class="title"><strong id="app"></strong><span id="summary"></span></div>
          <label class="search"><span class="unseen">Search</span>
            <input id="search" type="search" placeholder="Search names and payloads" autocomplete="off"
              spellcheck="false"><kbd>/</kbd></label>
          <button id="about-open" class="quiet" type="button">About</button>
          <button id="theme" class="quiet" type="button" aria-label="Colours: as the system"></button>
          <button id="help-open" class="quiet" type="button" aria-label="Keys">?</button>
        </header>
        <nav class="tabs" role="tablist" aria-label="Views">
          <button type="button" role="tab" data-tab="timeline">Timeline</button>
          <button type="button" role="tab" data-tab="change">Change</button>
          <button type="button" role="tab" data-tab="state">State</button>
          <button type="button" role="tab" data-tab="causes">Causes</button>
        </nav>
        <main>
          <section id="pane-timeline" class="pane" aria-label="Timeline">
            <div class="bar">
              <span id="shown" role="status"></span>
              <button id="noisy" class="link" type="button" hidden></button>
              <details id="names"><summary>Names</summary><div class="sheet">
                <p class="sheet-tools"><button id="names-all" class="link" type="button">Show all</button>
                <button id="names-none" class="link" type="button">Hide all</button>
                <span>● stops play</span></p>
                <ul id="name-list"></ul></div></details>
            </div>
            <div id="list" role="listbox" tabindex="0" aria-label="Events"><div id="sizer"></div></div>
            <p id="nothing" hidden>Nothing matches.</p>
          </section>
          <section id="pane-change" class="pane scrolls" aria-label="Change"><div id="change"></div></section>
          <section id="pane-causes" class="pane scrolls" aria-label="Causes"><div id="causes"></div></section>
          <section id="pane-state" class="pane scrolls" aria-label="State">
            <h2 class="state-title">State <span id="state-place"></span></h2><div id="state" class="tree"></div></section>
        </main>
        <footer class="transport">
          <div class="strip"><canvas id="strip" aria-hidden="true"></canvas><div id="playhead"></div>
            <input id="scrubber" type="range" min="0" value="0" step="1" aria-label="Position"></div>
          <div class="buttons">
            <button id="first" type="button" aria-label="First event"><svg viewBox="0 0 16 16">
              <path d="M3 3h2v10H3zM13 3v10L6 8z"/></svg></button>
            <button id="back" type="button" aria-label="Step back"><svg viewBox="0 0 16 16">
              <path d="M11 3v10L4 8z"/></svg></button>
            <button id="play" type="button" aria-label="Play"><svg viewBox="0 0 16 16">
              <path class="when-paused" d="M4 2.5v11L13.5 8z"/>
              <path class="when-playing" d="M4 3h3v10H4zM9 3h3v10H9z"/></svg></button>
            <button id="forward" type="button" aria-label="Step forward"><svg viewBox="0 0 16 16">
              <path d="M5 3v10l7-5z"/></svg></button>
            <button id="last" type="button" aria-label="Last event"><svg viewBox="0 0 16 16">
              <path d="M11 3h2v10h-2zM3 3v10l7-5z"/></svg></button>
            <label class="speed"><span class="unseen">Events a second</span><select id="speed">
              <option value="2">2 / s</option><option value="8" selected>8 / s</option>
              <option value="30">30 / s</option><option value="200">200 / s</option></select></label>
            <span id="notice" role="status"></span>
            <span id="place"></span>
          </div>
        </footer>
        <dialog id="help"><h2>Keys</h2><dl class="keys">
          <dt><kbd>↓</kbd> <kbd>j</kbd></dt><dd>next event</dd><dt><kbd>↑</kbd> <kbd>k</kbd></dt><dd>event before</dd>
          <dt><kbd>Page</kbd></dt><dd>twenty events</dd><dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>first, last</dd>
          <dt><kbd>Space</kbd></dt><dd>play, pause</dd><dt><kbd>/</kbd></dt><dd>search</dd>
          <dt><kbd>Esc</kbd></dt><dd>clear the search, stop</dd>
          <dt><kbd>b</kbd></dt><dd>breakpoint on this name</dd>
          <dt><kbd>n</kbd> <kbd>N</kbd></dt><dd>next, last event of this name</dd>
          <dt><kbd>h</kbd></dt><dd>hide this name</dd><dt><kbd>s</kbd></dt><dd>from begin to settlement and back</dd>
          <dt><kbd>1</kbd>–<kbd>4</kbd></dt><dd>views</dd><dt><kbd>t</kbd></dt><dd>light, dark</dd></dl>
          <form method="dialog"><button>Close</button></form></dialog>
        <dialog id="about"><h2>This recording</h2><div id="about-body"></div>
          <form method="dialog"><button>Close</button></form></dialog>
        <noscript>This page needs JavaScript. It loads nothing and sends nothing.</noscript>
        """#
}
