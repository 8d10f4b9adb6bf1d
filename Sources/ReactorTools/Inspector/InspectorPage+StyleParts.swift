extension InspectorPage {
    static let listStyle = """
        .bar { display: flex; gap: 12px; align-items: center; padding: 6px 14px; color: var(--soft); font-size: 12.5px;
          border-bottom: 1px solid var(--line); min-height: 36px; font-variant-numeric: tabular-nums; }
        .bar details { margin-left: auto; }
        summary { cursor: pointer; color: var(--accent); list-style: none; }
        summary::-webkit-details-marker { display: none; }
        summary::after { content: " ▾"; font-size: 10px; }
        .sheet { position: absolute; z-index: 5; right: 10px; top: 36px; width: min(360px, calc(100% - 20px));
          max-height: 70%; overflow: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
          padding: 10px 12px; box-shadow: 0 10px 30px rgb(0 0 0 / .14); color: var(--text); }
        .sheet-tools { display: flex; gap: 14px; margin: 0 0 6px; color: var(--soft); }
        .sheet-tools span { margin-left: auto; }
        .sheet ul { list-style: none; margin: 0; padding: 0; }
        .sheet li { display: flex; align-items: center; gap: 8px; padding: 2px 0; }
        .sheet label { display: flex; gap: 8px; align-items: center; flex: 1; min-width: 0; }
        .sheet label span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .sheet .count { color: var(--soft); font-variant-numeric: tabular-nums; }
        .stop { border: 0; background: none; color: var(--line); padding: 0 6px; font-size: 15px; line-height: 1.4; }
        .stop[aria-pressed="true"] { color: var(--bad); }
        #list { overflow: auto; position: relative; overscroll-behavior: contain; }
        #list:focus-visible { outline: none; }
        #list:focus-visible .row[aria-selected="true"] { outline: 1.5px solid var(--accent); outline-offset: -2px; }
        #sizer { position: relative; overflow: hidden; }
        #spans { position: absolute; left: 0; top: 0; z-index: 1; overflow: visible; pointer-events: none; }
        #spans line { stroke-width: 2; stroke-linecap: round; }
        #spans circle { stroke-width: 2; fill: var(--panel); }
        .commit { stroke: var(--good); } .rollback { stroke: var(--bad); } .pending { stroke: var(--pending); }
        #spans line.pending { stroke-dasharray: 1 5; } .read { stroke: var(--soft); opacity: .7; }
        .row { position: absolute; left: 0; right: 0; height: 32px; display: flex; gap: 9px; align-items: center;
          padding-right: 12px; white-space: nowrap; cursor: default; }
        .row:hover { background: var(--raised); }
        .row[aria-selected="true"] { background: var(--accent-ground); box-shadow: inset 3px 0 var(--accent); }
        .row .seq, .row .when { color: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; flex: none;
          text-align: right; }
        .row .seq { min-width: 3.2em; } .row .when { min-width: 5.4em; }
        .dot { width: 8px; height: 8px; border-radius: 50%; flex: none; background: var(--soft); }
        .row .name { font-weight: 500; flex: none; max-width: 60%; overflow: hidden; text-overflow: ellipsis; }
        .row .brief { color: var(--soft); font: 12px var(--mono); overflow: hidden; text-overflow: ellipsis; flex: 1;
          min-width: 0; }
        .tag { font-size: 11px; line-height: 1; padding: 3px 6px; border-radius: 5px; background: var(--raised);
          color: var(--soft); flex: none; }
        .tag.begin, .tag.append { color: var(--pending); } .tag.commit, .tag.replace { color: var(--good); background: var(--good-ground); }
        .tag.rollback { color: var(--bad); background: var(--bad-ground); }
        .row.stops .dot { box-shadow: 0 0 0 3px var(--bad-ground), 0 0 0 4.5px var(--bad); }
        .row.start .name { color: var(--soft); font-weight: 400; font-style: italic; }
        body[data-width="narrow"] .row .seq { display: none; }
        body[data-width="narrow"] .row { gap: 7px; }
        #nothing { position: absolute; left: 0; right: 0; top: 90px; text-align: center; color: var(--soft); }
        """

    static let detailStyle = """
        .event-name { display: flex; gap: 9px; align-items: center; font-size: 17px; font-weight: 600; margin: 0 0 4px;
          overflow-wrap: anywhere; }
        .facts { color: var(--soft); margin: 0 0 16px; font-variant-numeric: tabular-nums; }
        .facts p { margin: 1px 0; }
        .part { margin: 0 0 20px; }
        .none { color: var(--soft); margin: 0; }
        .differences { display: grid; gap: 6px; margin: 0; padding: 0; list-style: none; }
        .differences li { border-left: 3px solid var(--line); padding: 1px 0 1px 10px; overflow-wrap: anywhere; }
        .differences li.added { border-color: var(--good); } .differences li.removed { border-color: var(--bad); }
        .differences li.changed { border-color: var(--accent); }
        .path { color: var(--soft); font: 12px var(--mono); display: block; }
        .value { font: 12.5px/1.5 var(--mono); white-space: pre-wrap; }
        del.value, .value del { background: var(--bad-ground); text-decoration-color: var(--bad); border-radius: 3px; }
        ins.value, .value ins { background: var(--good-ground); text-decoration: none; border-radius: 3px; }
        .value ins { box-shadow: 0 2px var(--good); }
        .removed del.value { text-decoration: none; }
        .arrow { color: var(--soft); padding: 0 6px; }
        .tree { font: 12.5px/1.6 var(--mono); }
        .node { padding-left: 16px; overflow-wrap: anywhere; }
        .tree > .node { padding-left: 0; }
        .node > .line { display: flex; gap: 6px; align-items: baseline; border-radius: 4px; }
        .line > .leaf { white-space: pre-wrap; min-width: 0; }
        .toggle { border: 0; background: none; padding: 0; width: 14px; color: var(--soft); flex: none; font-size: 10px; }
        .toggle:hover { color: var(--text); background: none; }
        .gap { width: 14px; flex: none; }
        .key { color: var(--text); flex: none; max-width: 60%; } .index { color: var(--soft); }
        .size { color: var(--soft); }
        .size.closed { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
        .touched, .new { scroll-margin: 72px; }
        .string { color: var(--string); } .number { color: var(--number); } .bool, .null { color: var(--word); }
        .line.touched { background: var(--accent-ground); } .line.new { background: var(--good-ground); }
        .line.inside > .key::after { content: " ●"; color: var(--accent); font-size: 8px; }
        .state-title span { font-weight: 400; }
        .cause { padding-left: 18px; border-left: 1px solid var(--line); margin-left: 7px; }
        .cause-root { margin-bottom: 14px; }
        .cause-line { display: flex; gap: 8px; align-items: center; padding: 2px 6px; border-radius: 6px; width: 100%;
          border: 0; background: none; text-align: left; }
        .cause-line.command { font-weight: 600; cursor: default; flex-wrap: wrap; }
        .outcome { font-weight: 600; font-size: 12px; padding: 0 6px; border-radius: 5px; color: var(--soft); }
        .outcome.failed { color: var(--bad); background: var(--bad-ground); }
        .error { color: var(--bad); margin: 0 0 2px 6px; overflow-wrap: anywhere; white-space: pre-wrap; }
        .cause-line[aria-current="true"] { background: var(--accent-ground); }
        .cause-line .soft { white-space: nowrap; color: var(--soft); font-weight: 400; font-size: 12px; font-variant-numeric: tabular-nums; }
        table { border-collapse: collapse; width: 100%; margin-bottom: 12px; } td { padding: 3px 12px 3px 0; vertical-align: top;
          overflow-wrap: anywhere; } td:first-child { color: var(--soft); white-space: nowrap; }
        """

    static let transportStyle = """
        .transport { padding: 8px 14px calc(8px + env(safe-area-inset-bottom)); }
        .strip { position: relative; height: 30px; border-radius: 6px; overflow: hidden; background: var(--raised); }
        .strip canvas { width: 100%; height: 100%; display: block; }
        .strip input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
        .strip:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
        #playhead { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: var(--text);
          box-shadow: 0 0 0 1px var(--panel); pointer-events: none; }
        .buttons { display: flex; gap: 6px; align-items: center; margin-top: 7px; }
        .buttons button { width: 36px; height: 32px; padding: 0; display: grid; place-items: center; }
        .buttons svg { width: 16px; height: 16px; fill: currentColor; }
        #play { width: 44px; background: var(--accent); border-color: var(--accent); color: var(--panel); }
        body:not(.playing) .when-playing, body.playing .when-paused { display: none; }
        select { border: 1px solid var(--line); border-radius: 7px; background: var(--panel); padding: 5px 4px; height: 32px; }
        #place { margin-left: auto; color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
        #notice { color: var(--bad); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding-left: 6px; }
        body[data-width="narrow"] .transport { padding-inline: 10px; }
        body[data-width="narrow"] .buttons button { height: 40px; flex: 1; max-width: 56px; }
        body[data-width="narrow"] .speed, body[data-width="narrow"] #notice { display: none; }
        @media print { body { overflow: visible; } }
        """
}
