import ReactorRecording

/// The page of an ``Inspection``: one file without external resources. Its sources are in `Page`, as markup, style and script,
/// and again in ``PageFiles``.
///
/// The data is in blocks of JSON with every `<`, `>` and `&` escaped, and is shown only as text. The policy lists the hashes of
/// the one style and the one script and allows nothing else, so that injected markup could neither run nor load anything. The
/// script is before the blocks and reads each block as it arrives, so that a long recording is visible while it loads.
enum InspectorPage {
    static let markup = PageFiles.pageHTML

    static let style = [
        PageFiles.styleCSS, PageFiles.partsCSS, PageFiles.printCSS,
    ].joined()

    static let script = script(of: [])
    static let liveScript = script(of: [PageFiles.liveJS])

    private static func script(of more: [String]) -> String {
        let files = [
            PageFiles.dataJS, PageFiles.textJS, PageFiles.factsJS, PageFiles.searchJS,
            PageFiles.listJS, PageFiles.spansJS, PageFiles.summaryJS,
            PageFiles.changeJS, PageFiles.copyJS, PageFiles.treeJS,
            PageFiles.historyJS, PageFiles.commandsJS, PageFiles.playerJS,
            PageFiles.layoutJS, PageFiles.dropJS, PageFiles.startJS,
        ]
        return "(() => {\n" + (files + more).joined() + "})();\n"
    }

    static let blockStart = "<script type=\"application/json\" class=\"steps\">["

    static let policy = """
        default-src 'none'; style-src \(ContentHash.source(style)); \
        script-src \(ContentHash.source(script)); base-uri 'none'; form-action 'none'
        """

    /// A live page may also send requests to its own server.
    static let livePolicy = """
        default-src 'none'; style-src \(ContentHash.source(style)); \
        script-src \(ContentHash.source(liveScript)); connect-src 'self'; base-uri 'none'; form-action 'none'
        """

    static func assembled(isLive: Bool = false, header: JSON, base: JSON, blocks: [UInt8]) -> [UInt8] {
        let title = (header["app"]?.string ?? "").escapedForMarkup
        var page = Array(
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(isLive ? livePolicy : policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="light dark">
            <title>\(title) · recording</title>
            <style>\(style)</style>
            </head>
            <body\(isLive ? " data-live" : "")>
            \(markup)
            <script type="application/json" id="recording">
            """.utf8)
        header.write(to: &page, .page)
        page.append(contentsOf: "</script>\n<script type=\"application/json\" id=\"base\">".utf8)
        base.write(to: &page, .page)
        page.append(contentsOf: "</script>\n<script>\(isLive ? liveScript : script)</script>\n".utf8)
        page.append(contentsOf: blocks)
        page.append(contentsOf: "</body>\n</html>\n".utf8)
        return page
    }
}

extension String {
    fileprivate var escapedForMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

/// The hash with which a content security policy allows one script or one style.
enum ContentHash {
    static func source(_ text: String) -> String { "'sha256-\(SHA256.base64Digest(of: Array(text.utf8)))'" }
}
