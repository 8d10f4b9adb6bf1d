// The minimal browser API that a component without markup needs. Import this before a library that checks for a browser.

globalThis.window ??= globalThis
globalThis.document ??= { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }
globalThis.addEventListener ??= () => {}
globalThis.removeEventListener ??= () => {}

/// The element in which a component without output is mounted.
export const place = () => ({ nodeType: 1, childNodes: [], firstChild: null, namespaceURI: 'http://www.w3.org/1999/xhtml' })
