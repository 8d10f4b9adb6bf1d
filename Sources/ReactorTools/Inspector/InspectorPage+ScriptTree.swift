extension InspectorPage {
    /// The tree of a value, of which only the open parts exist.
    static let scriptTree = #"""
        const opened = new Map(), limits = new Map();
        const PAGE = 100;
        const keyOf = (root, path) => root + JSON.stringify(path);

        function drawState() {
          const step = steps[place], {before, after} = look(place);
          const marks = {touched: new Set(), added: new Set(), inside: new Map()};
          for (const change of changesOf(step.patch, before, 2000).changes) {
            if (change.kind !== "removed") marks[change.kind === "added" ? "added" : "touched"].add(keyOf("", change.path));
            for (let length = change.path.length - 1; length >= 0; length--) {
              const parent = keyOf("", change.path.slice(0, length));
              if (!marks.inside.has(parent)) marks.inside.set(parent, new Set());
              marks.inside.get(parent).add(String(change.path[length]));
            }
          }
          $("state-place").textContent = place ? `after #${step.seq}` : "at the beginning";
          const scroll = $("pane-state").scrollTop;
          $("state").replaceChildren(node("state", after, null, [], marks));
          $("pane-state").scrollTop = scroll;
          $("state").querySelector(".touched, .new")?.scrollIntoView({block: "nearest"});
        }

        function tree(root, value) {
          const box = make("div", "tree");
          box.append(node(root, value, null, [], null));
          return box;
        }

        // What changed inside is shown, unless it was closed by hand.
        function isOpen(root, path, size, marks) {
          return opened.get(keyOf(root, path)) ?? (path.length === 0
            || (path.length < 3 && size <= 12 && typeof path[path.length - 1] !== "number")
            || Boolean(marks?.inside.has(keyOf("", path))));
        }

        function node(root, value, key, path, marks) {
          const box = make("div", "node"), line = make("div", "line"), place = keyOf("", path);
          box.append(line);
          if (marks?.touched.has(place)) line.classList.add("touched");
          if (marks?.added.has(place)) line.classList.add("new");
          if (marks?.inside.has(place) && path.length) line.classList.add("inside");
          const label = key === null ? null : make("span", typeof key === "number" ? "key index" : "key",
            typeof key === "number" ? String(key) : plain(shownKey(key)));
          if (!isContainer(value)) {
            line.append(make("span", "gap"), ...(label ? [label] : []), leaf(root, value, path));
            return box;
          }
          const keys = Object.keys(value), isArray = Array.isArray(value), open = isOpen(root, path, keys.length, marks);
          const toggle = make("button", "toggle", keys.length ? (open ? "▾" : "▸") : "");
          toggle.type = "button";
          toggle.setAttribute("aria-expanded", open);
          toggle.setAttribute("aria-label", pathText(path));
          const redraw = () => box.replaceWith(node(root, value, key, path, marks));
          toggle.onclick = () => { opened.set(keyOf(root, path), !open); redraw(); };
          const what = (isArray ? "element" : "member") + (keys.length > 1 ? "s" : "");
          const size = keys.length ? `${thousands(keys.length)} ${what}` : isArray ? "[]" : "{}";
          line.append(toggle, ...(label ? [label] : []), make("span", open ? "size" : "size closed", open || !keys.length ? size : compact(value, 120)));
          if (!open) return box;
          const limit = limits.get(keyOf(root, path)) ?? PAGE;
          let skipped = 0;
          keys.forEach((child, number) => {
            if (number >= limit && !marks?.inside.get(place)?.has(child)) { skipped++; return; }
            const step = isArray ? Number(child) : child;
            box.append(node(root, value[child], step, [...path, step], marks));
          });
          if (skipped) {
            const more = make("button", "link", `${thousands(skipped)} more`);
            more.type = "button";
            more.onclick = () => { limits.set(keyOf(root, path), limit * 4); redraw(); };
            box.append(more);
          }
          return box;
        }

        function leaf(root, value, path) {
          const text = scalar(value), limit = limits.get(keyOf(root, path)) ?? 400;
          const shown = make("span", "leaf " + typeOf(value), text.length > limit ? text.slice(0, limit) : text);
          if (text.length > limit) {
            const more = make("button", "link", ` … ${thousands(text.length)} characters`);
            more.type = "button";
            more.onclick = () => { limits.set(keyOf(root, path), Math.max(limit * 20, 8000)); shown.replaceWith(leaf(root, value, path)); };
            shown.append(more);
          }
          return shown;
        }
        """#
}
