extension InspectorPage {
    /// Reads the recording, and makes the state after any step out of patches and snapshots.
    static let scriptData = #"""
        "use strict";
        const $ = id => document.getElementById(id);
        const make = (tag, className, text) => {
          const element = document.createElement(tag);
          if (className) element.className = className;
          if (text !== undefined) element.textContent = text;
          return element;
        };
        const recording = JSON.parse($("recording").textContent);
        const OPERATIONS = ["", "begin", "append", "commit", "replace", "rollback", "place", "mark", "release"];
        const steps = [{seq: recording.from, at: null, name: 0, version: 0, patch: 0, payload: null, op: "", tx: 0,
          part: 0, parts: 0, cause: 0, withdrawing: []}];
        for (const block of document.querySelectorAll("script.steps")) {
          for (const [seq, after, name, version, patch, payload, op, tx, part, parts, cause, withdrawing] of
            JSON.parse(block.textContent)) {
            const before = steps[steps.length - 1].at ?? recording.start;
            steps.push({seq, at: before + after, name: name + 1, version, patch: patch ?? 0, payload: payload || null,
              op: OPERATIONS[op ?? 0], tx: tx ?? 0, part: part ?? 0, parts: parts ?? 0, cause: cause ?? 0,
              withdrawing: withdrawing || []});
          }
          block.remove();
        }
        steps[0].at = recording.start;
        const names = ["The recording begins", ...recording.names];
        const causes = [null, ...recording.causes.map(([command, launch, parent]) => ({command, launch, parent}))];
        const counts = new Array(names.length).fill(0);
        for (const step of steps) counts[step.name]++;

        // A number that JavaScript cannot hold is kept as text under a name that no data has.
        const EXACT = "\u0000n";
        const isExact = value => typeof value === "object" && value !== null && EXACT in value;
        const isContainer = value => typeof value === "object" && value !== null && !(EXACT in value);
        const shownKey = key => key.startsWith("\u0000") ? key.slice(1) : key;

        // What a patch does stands in the documentation of JSONPatch. `own` holds what this walk made itself and may
        // change in place.
        function apply(patch, value, own) {
          if (patch === 0) return value;
          const mine = copy => { if (own.has(value)) return value; const made = copy(); own.add(made); return made; };
          switch (patch[0]) {
            case 0: return patch[1];
            case 1: {
              const next = mine(() => Object.assign(Object.create(null), value));
              for (const key of Object.keys(patch[1])) next[key] = apply(patch[1][key], next[key], own);
              for (const key of patch[2] || []) delete next[key];
              return next;
            }
            case 2: {
              const next = mine(() => value.slice());
              for (let place = patch.length - 1; place > 0; place--) {
                const edit = patch[place];
                if (edit.length === 2) next[edit[0]] = apply(edit[1], next[edit[0]], own);
                else replaceElements(next, edit);
              }
              return next;
            }
            default: return value.slice(0, patch[1]) + patch[3] + value.slice(patch[1] + patch[2]);
          }
        }

        // A call takes only so many arguments, and a recording may put in more elements at once.
        function replaceElements(elements, [at, count, inserted]) {
          if (inserted.length < 5000) { elements.splice(at, count, ...inserted); return; }
          const tail = elements.splice(at).slice(count);
          for (const element of inserted) elements.push(element);
          for (const element of tail) elements.push(element);
        }

        const SNAPSHOT_EVERY = Math.max(256, Math.ceil(steps.length / 64));
        const snapshots = [JSON.parse($("base").textContent)];
        let cursor = {place: 0, state: snapshots[0]};
        function stateAt(place) {
          const nearest = Math.min(Math.floor(place / SNAPSHOT_EVERY), snapshots.length - 1);
          let from = nearest * SNAPSHOT_EVERY, state = snapshots[nearest];
          if (cursor.place <= place && cursor.place > from) ({place: from, state} = cursor);
          let own = new Set();
          while (from < place) {
            from++;
            state = apply(steps[from].patch, state, own);
            if (from % SNAPSHOT_EVERY === 0) {
              own = new Set();
              if (snapshots.length === from / SNAPSHOT_EVERY) snapshots.push(state);
            }
          }
          cursor = {place, state};
          return state;
        }

        // The states around the event looked at.
        let around = {place: -1};
        function look(place) {
          if (around.place !== place) around = {place, before: stateAt(Math.max(0, place - 1)), after: stateAt(place)};
          return around;
        }

        // What a patch changes, as places in the state before and after it.
        function changesOf(patch, before, limit) {
          const changes = [];
          let omitted = 0;
          const add = change => { if (changes.length < limit) changes.push(change); else omitted++; };
          const walk = (patch, value, was, path) => {
            if (patch === 0) return;
            switch (patch[0]) {
              case 0: add({kind: was ? "changed" : "added", path, before: value, after: patch[1]}); break;
              case 1:
                for (const key of Object.keys(patch[1])) {
                  const has = Object.hasOwn(value, key);
                  walk(patch[1][key], has ? value[key] : undefined, has, [...path, key]);
                }
                for (const key of patch[2] || []) add({kind: "removed", path: [...path, key], before: value[key]});
                break;
              case 2: {
                let shift = 0;
                for (const edit of patch.slice(1)) {
                  const [at, what, inserted] = edit;
                  if (edit.length === 2) { walk(what, value[at], true, [...path, at + shift]); continue; }
                  for (let k = 0; k < what; k++) add({kind: "removed", path: [...path, at + k], before: value[at + k]});
                  inserted.forEach((after, k) => add({kind: "added", path: [...path, at + shift + k], after}));
                  shift += inserted.length - what;
                }
                break;
              }
              default: add({kind: "changed", path, splice: patch, before: value});
            }
          };
          walk(patch, before, true, []);
          return {changes, omitted};
        }

        const pathText = path => path.map((step, place) => {
          if (typeof step === "number") return `[${step}]`;
          const key = shownKey(step);
          if (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key)) return place ? "." + key : key;
          return `[${JSON.stringify(key)}]`;
        }).join("") || "the whole state";
        const thousands = number => number.toLocaleString("en-US");
        """#
}
