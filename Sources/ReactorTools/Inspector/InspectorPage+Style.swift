extension InspectorPage {
    static let style = [colours, layout, listStyle, detailStyle, transportStyle].joined(separator: "\n")

    private static let dark = """
        --ground: #16181c; --panel: #1c1f24; --raised: #252930; --line: #2d323a; --text: #e3e5e8; --soft: #979fa9;
        --accent: #8aa8ff; --accent-ground: #26304a; --good: #6cc48a; --good-ground: #1d3326; --bad: #f08c78;
        --bad-ground: #3c2420; --pending: #d8ae5e; --string: #9ccf9f; --number: #e2b279; --word: #b6a4ee;
        --tone: 68%; --shade: 34%; color-scheme: dark;
        """

    private static let colours = """
        :root {
        --ground: #f7f6f3; --panel: #ffffff; --raised: #f1efea; --line: #e4e1da; --text: #24272c; --soft: #666c76;
        --accent: #3557c9; --accent-ground: #e7ecfb; --good: #22774a; --good-ground: #e3f3e8; --bad: #b5402a;
        --bad-ground: #fbe8e3; --pending: #94690f; --string: #2a7043; --number: #9a5512; --word: #6747b5;
        --tone: 42%; --shade: 82%; color-scheme: light;
        --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
        }
        @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { \(dark) } }
        :root[data-theme="dark"] { \(dark) }
        """

    private static let layout = """
        * { box-sizing: border-box; }
        html, body { height: 100%; margin: 0; }
        body { display: grid; grid-template-rows: auto auto minmax(0, 1fr) auto; background: var(--ground);
          color: var(--text); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
          overflow: hidden; }
        h2 { font-size: 12px; font-weight: 600; color: var(--soft); margin: 0 0 8px; letter-spacing: .02em; }
        button, input, select { font: inherit; color: inherit; }
        button { cursor: pointer; border: 1px solid var(--line); background: var(--panel); border-radius: 7px;
          padding: 4px 10px; }
        button:hover { background: var(--raised); }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
        .quiet { border-color: transparent; background: none; color: var(--soft); }
        .link { border: 0; background: none; padding: 0; color: var(--accent); border-radius: 3px; }
        .link:hover { background: none; text-decoration: underline; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        kbd { font: 11px/1 var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 2px 5px;
          color: var(--soft); background: var(--panel); }
        .top { display: flex; gap: 8px; align-items: center; padding: 8px 14px; }
        .title { display: flex; gap: 10px; align-items: baseline; flex: 1; min-width: 0; white-space: nowrap;
          overflow: hidden; }
        .title strong { font-size: 15px; }
        .title span { color: var(--soft); overflow: hidden; text-overflow: ellipsis; font-variant-numeric: tabular-nums; }
        .search { position: relative; width: min(340px, 40vw); }
        .search input { width: 100%; border: 1px solid var(--line); border-radius: 8px; background: var(--panel);
          padding: 5px 34px 5px 12px; }
        .search kbd { position: absolute; right: 8px; top: 8px; }
        .search input:not(:placeholder-shown) + kbd { display: none; }
        .tabs { display: flex; gap: 2px; padding: 0 14px; }
        .tabs button { border: 0; background: none; color: var(--soft); border-radius: 7px 7px 0 0; padding: 5px 12px; }
        .tabs button[aria-selected="true"] { color: var(--text); background: var(--panel); font-weight: 600; }
        main { display: grid; min-height: 0; gap: 1px; background: var(--line); border-block: 1px solid var(--line); }
        .pane { background: var(--panel); min-width: 0; min-height: 0; display: none; }
        .pane[data-on] { display: block; }
        .scrolls { overflow: auto; padding: 14px 16px 24px; overscroll-behavior: contain; }
        #pane-timeline[data-on] { display: grid; grid-template-rows: auto minmax(0, 1fr); position: relative; }
        body[data-width="wide"] main { grid-template-columns: minmax(430px, 39%) minmax(0, 1fr) minmax(0, 1fr); }
        body[data-width="middle"] main { grid-template-columns: minmax(330px, 44%) minmax(0, 1fr); }
        body[data-width="narrow"] main { grid-template-columns: minmax(0, 1fr); }
        body[data-width="wide"] [data-tab="timeline"], body[data-width="wide"] [data-tab="state"],
        body[data-width="middle"] [data-tab="timeline"] { display: none; }
        body[data-width="wide"] .tabs { padding-left: calc(max(430px, 39%) + 8px); }
        body[data-width="middle"] .tabs { padding-left: calc(max(330px, 44%) + 8px); }
        body[data-width="narrow"] .tabs { padding: 0 6px; }
        body[data-width="narrow"] .tabs button { flex: 1; padding: 9px 4px; }
        body[data-width="narrow"] .top { flex-wrap: wrap; padding: 8px 10px 4px; gap: 4px; }
        body[data-width="narrow"] .search { order: 9; width: 100%; }
        body[data-width="narrow"] input, body[data-width="narrow"] select { font-size: 16px; }
        body[data-width="narrow"] .search kbd, body[data-width="narrow"] #help-open { display: none; }
        body[data-width="narrow"] .title { flex-direction: column; gap: 0; align-items: flex-start; }
        body[data-width="narrow"] .title span { max-width: 100%; font-size: 12px; }
        dialog { border: 1px solid var(--line); border-radius: 12px; background: var(--panel); color: var(--text);
          padding: 20px 24px; width: min(520px, 92vw); max-height: 84vh; overflow: auto; }
        dialog::backdrop { background: rgb(0 0 0 / .35); }
        dialog h2 { font-size: 15px; color: var(--text); }
        dialog form { text-align: right; margin-top: 12px; }
        .keys { display: grid; grid-template-columns: auto 1fr; gap: 7px 16px; margin: 0; }
        .keys dd { margin: 0; }
        """
}
