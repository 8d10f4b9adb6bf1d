"""Puts what a page says into the page itself, so that the site opens from a folder, without a server.

docc's pages are filled by scripts that a browser loads from a server only. Each page gets its content as plain HTML with
relative links; over http the scripts run as ever, and replace it by the pages with navigation and search.
"""

import html
import json
import os
import pathlib
import re

STYLE = """
:root { color-scheme: light dark; --line: #8884; --code: #8881; --link: light-dark(#0645ad, #8ab4f8); }
.plain { font: 16px/1.55 system-ui, sans-serif; max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 6rem; }
.plain a { color: var(--link); text-decoration: none; } .plain a:hover { text-decoration: underline; }
.plain code, .plain pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9em; }
.plain pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: .8rem; overflow-x: auto; }
.plain nav, .plain .role { color: #888; font-size: .9rem; } .plain img { max-width: 100%; }
.plain table { border-collapse: collapse; display: block; overflow-x: auto; }
.plain td, .plain th { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
.plain aside { border-left: 4px solid var(--line); padding-left: 1rem; } .plain dt { margin-top: .7rem; }
"""


class Page:
    def __init__(self, site, path):
        self.site = site
        self.content = json.loads(path.read_text())
        self.references = self.content.get("references", {})
        self.folder = site / path.relative_to(site / "data").with_suffix("")

    # -- Words

    def text(self, nodes):
        return "".join(self.inline(node) for node in nodes or [])

    def inline(self, node):
        kind = node["type"]
        if kind == "text":
            return html.escape(node["text"])
        if kind == "codeVoice":
            return f"<code>{html.escape(node['code'])}</code>"
        if kind == "reference":
            title = self.text(node["overridingTitleInlineContent"]) if "overridingTitleInlineContent" in node else None
            return self.link(node["identifier"], title)
        if kind == "image":
            reference = self.references.get(node["identifier"], {})
            variants = reference.get("variants", [])
            source = self.relative(variants[0]["url"]) if variants else ""
            return f'<img src="{html.escape(source)}" alt="{html.escape(reference.get("alt") or "")}">'
        tags = {"emphasis": "em", "strong": "strong", "newTerm": "em", "inlineHead": "strong", "strikethrough": "s"}
        inside = self.text(node.get("inlineContent"))
        return f"<{tags[kind]}>{inside}</{tags[kind]}>" if kind in tags else inside

    def link(self, identifier, title=None):
        reference = self.references.get(identifier, {})
        shown = title or html.escape(reference.get("title", identifier.rpartition("/")[2]))
        if not title and reference.get("kind") == "symbol":
            shown = f"<code>{shown}</code>"
        url = reference.get("url")
        return f'<a href="{html.escape(self.relative(url))}">{shown}</a>' if url else shown

    def relative(self, url):
        if re.match(r"[a-z]+:", url):
            return url
        path, mark, fragment = url.partition("#")
        if path.startswith("/documentation"):
            path = f"{path.rstrip('/')}/index.html"
        target = self.site / path.lstrip("/") if path else self.folder / "index.html"
        return os.path.relpath(target, self.folder) + mark + fragment

    # -- Blocks

    def blocks(self, nodes):
        return "\n".join(self.block(node) for node in nodes or [])

    def block(self, node):
        kind = node["type"]
        if kind == "paragraph":
            return f"<p>{self.text(node['inlineContent'])}</p>"
        if kind == "heading":
            level = min(node["level"], 6)
            return f'<h{level} id="{html.escape(node.get("anchor", ""))}">{html.escape(node["text"])}</h{level}>'
        if kind == "codeListing":
            return f"<pre><code>{html.escape(chr(10).join(node['code']))}</code></pre>"
        if kind in ("unorderedList", "orderedList"):
            tag = "ul" if kind == "unorderedList" else "ol"
            return f"<{tag}>" + "".join(f"<li>{self.blocks(item['content'])}</li>" for item in node["items"]) + f"</{tag}>"
        if kind == "table":
            rows = []
            for number, row in enumerate(node["rows"]):
                tag = "th" if number == 0 and node.get("header") in ("row", "both") else "td"
                rows.append("<tr>" + "".join(f"<{tag}>{self.blocks(cell)}</{tag}>" for cell in row) + "</tr>")
            return f"<table>{''.join(rows)}</table>"
        if kind == "aside":
            return f"<aside><strong>{html.escape(node.get('name') or node['style'])}</strong>{self.blocks(node['content'])}</aside>"
        if kind == "termList":
            return "<dl>" + "".join(
                f"<dt>{self.text(item['term']['inlineContent'])}</dt><dd>{self.blocks(item['definition']['content'])}</dd>"
                for item in node["items"]) + "</dl>"
        if kind == "thematicBreak":
            return "<hr>"
        return self.blocks(node.get("content"))

    def section(self, section):
        kind = section["kind"]
        if kind == "declarations":
            codes = ("".join(token["text"] for token in declaration["tokens"]) for declaration in section["declarations"])
            return "".join(f"<pre><code>{html.escape(code)}</code></pre>" for code in codes)
        if kind == "parameters":
            return "<h2>Parameters</h2><dl>" + "".join(
                f"<dt><code>{html.escape(parameter['name'])}</code></dt><dd>{self.blocks(parameter['content'])}</dd>"
                for parameter in section["parameters"]) + "</dl>"
        return self.blocks(section.get("content"))

    def topics(self, name):
        out = []
        for group in self.content.get(name, []):
            if group.get("title"):
                out.append(f"<h3>{html.escape(group['title'])}</h3>")
            out.append("<dl>")
            for identifier in group["identifiers"]:
                abstract = self.text(self.references.get(identifier, {}).get("abstract"))
                out.append(f"<dt>{self.link(identifier)}</dt><dd>{abstract}</dd>")
            out.append("</dl>")
        return "".join(out)

    def body(self):
        metadata = self.content.get("metadata", {})
        paths = self.content.get("hierarchy", {}).get("paths", [])
        crumbs = " / ".join(self.link(identifier) for identifier in (paths[0] if paths else []))
        parts = [
            f"<nav>{crumbs}</nav>" if crumbs else "",
            f"<p class='role'>{html.escape(metadata['roleHeading'])}</p>" if metadata.get("roleHeading") else "",
            f"<h1>{html.escape(metadata.get('title', ''))}</h1>",
            f"<p>{self.text(self.content.get('abstract'))}</p>",
        ]
        parts += [self.section(section) for section in self.content.get("primaryContentSections", [])]
        for name, title in (("topicSections", "Topics"), ("relationshipsSections", ""), ("seeAlsoSections", "See also")):
            topics = self.topics(name)
            parts.append(f"<h2>{title}</h2>{topics}" if topics and title else topics)
        return "\n".join(parts)


def fill(site, first):
    """Fills every page of `site`; `first` is the path of the page that the book opens with.

    Returns the links that lead nowhere, a sentence each.
    """
    site = pathlib.Path(site)
    template = (site / "index.html").read_text()
    scripts = re.findall(r'<script defer="defer" src="([^"]+)"></script>', template)
    styles = re.findall(r'<link href="([^"]+)" rel="stylesheet">', template)
    start = f"""<style>{STYLE}</style><script>
if (location.protocol !== "file:") {{
  const script = src => Object.assign(document.createElement("script"), {{ src, async: false }});
  const style = href => Object.assign(document.createElement("link"), {{ href, rel: "stylesheet" }});
  document.head.append(...{json.dumps(styles)}.map(style), ...{json.dumps(scripts)}.map(script));
  document.documentElement.classList.add("scripted");
}}</script><style>.scripted .plain {{ display: none }}</style>"""
    frame = re.sub(r'<script defer="defer" src="[^"]+"></script>|<link href="[^"]+" rel="stylesheet">', "", template)
    frame = re.sub(r"<noscript>.*?</noscript>", "", frame, flags=re.DOTALL)
    links = {}
    for path in sorted((site / "data").rglob("*.json")):
        page = Page(site, path)
        title = html.escape(page.content.get("metadata", {}).get("title", ""))
        filled = frame.replace("<title>Documentation</title>", f"<title>{title}</title>{start}")
        filled = re.sub(r"(<body[^>]*>)", lambda found: f'{found[1]}<main class="plain">{page.body()}</main>', filled, count=1)
        page.folder.mkdir(parents=True, exist_ok=True)
        (page.folder / "index.html").write_text(filled)
        links[page.folder] = set(re.findall(r'(?:href|src)="([^"]+)"', page.body()))
    (site / "index.html").write_text(
        f'<!doctype html><meta charset="utf-8"><title>Reactor</title><meta http-equiv="refresh" content="0; url={first}">'
        f'<a href="{first}">Reactor, the book</a>\n')
    return [f"{folder.relative_to(site)} links to {link}, which is not in the book"
            for folder, found in links.items() for link in sorted(found)
            if not re.match(r"[a-z]+:", link) and not (folder / html.unescape(link).partition("#")[0]).exists()]
