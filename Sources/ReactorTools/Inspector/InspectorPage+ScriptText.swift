extension InspectorPage {
    /// Writes values as text that is read at a glance, and times.
    static let scriptText = #"""
        // Characters that would turn the direction of a line or hide in it are shown by their number.
        const plain = text => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
          mark => "\\u" + mark.charCodeAt(0).toString(16).padStart(4, "0"));
        const scalar = value => isExact(value) ? value[EXACT] : typeof value === "string"
          ? plain(JSON.stringify(value)) : Object.is(value, -0) ? "-0" : String(value);
        const typeOf = value => value === null ? "null" : isExact(value) ? "number" : typeof value === "boolean"
          ? "bool" : typeof value;
        function compact(value, limit) {
          let text = "";
          const write = value => {
            if (text.length > limit) return;
            if (!isContainer(value)) { text += scalar(value); return; }
            const isArray = Array.isArray(value);
            text += isArray ? "[" : "{";
            let first = true;
            for (const key of Object.keys(value)) {
              if (text.length > limit) break;
              if (!first) text += ", ";
              if (!isArray) text += plain(shownKey(key)) + ": ";
              write(value[key]);
              first = false;
            }
            text += isArray ? "]" : "}";
          };
          write(value);
          return text.length > limit ? text.slice(0, limit) + "…" : text;
        }
        const brief = step => {
          if (!step.payload) return "";
          const text = compact(step.payload[0], 160);
          return isContainer(step.payload[0]) && !Array.isArray(step.payload[0])
            ? text.slice(1, text.endsWith("}") ? -1 : undefined) : text;
        };
        // What a search looks through, made once a step.
        const haystack = step => step.hay ??= (names[step.name] + " " + (causes[step.cause]?.command ?? "") + " " + step.seq
          + " " + (step.payload ? JSON.stringify(step.payload[0]) : "")).toLowerCase();

        function span(ms) {
          const size = Math.abs(ms);
          if (size < 1000) return `${ms} ms`;
          if (size < 60000) return `${(ms / 1000).toFixed(size < 10000 ? 2 : 1)} s`;
          if (size < 3600000) return `${Math.floor(ms / 60000)} m ${Math.floor(ms / 1000) % 60} s`;
          if (size < 172800000) return `${Math.floor(ms / 3600000)} h ${Math.floor(ms / 60000) % 60} m`;
          return `${Math.floor(ms / 86400000)} d ${Math.floor(ms / 3600000) % 24} h`;
        }
        const clock = ms => {
          const date = new Date(ms);
          return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString().replace("T", " ").replace("Z", " UTC");
        };

        // The commonest names take the colours apart from each other.
        const hues = [215, 20, 165, 280, 45, 330, 190, 100, 250, 0, 140, 305];
        const ranked = names.map((_, name) => name).sort((a, b) => counts[b] - counts[a]);
        const hue = new Map(ranked.filter(name => name > 0).map((name, rank) => [name, hues[rank % hues.length]]));
        const colour = name => hue.has(name) ? `hsl(${hue.get(name)} 52% var(--tone))` : "var(--soft)";
        """#
}
