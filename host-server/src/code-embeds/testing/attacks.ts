/**
 * The attacks of a hostile embed by name. Each is the body of an async function, in plain
 * JavaScript as an author would write it, that returns what it obtained. `APP` is the product's
 * origin and `PAGE` the page's.
 */
export const ATTACKS: Readonly<Record<string, string>> = {
  'reads the page': 'return parent.document.title',
  'writes into the page': 'parent.document.body.append("pwned")',
  'reads the top window’s URL': 'return top.location.href',
  'runs code in the page': 'return parent.eval("1")',
  'reads cookies': 'return document.cookie',
  'sets cookies': 'document.cookie = "cobble-session=mine"; return document.cookie',
  'reads storage': 'return localStorage.length',
  'reads session storage': 'return sessionStorage.length',
  'opens a database':
    'return await new Promise((yes, no) => { const q = indexedDB.open("x"); q.onsuccess = yes; q.onerror = no })',
  'opens caches': 'return await caches.keys()',
  'navigates the top window': 'top.location.href = "https://evil.test/"; return "navigated"',
  'navigates the top window with a form':
    'const f = document.createElement("form"); f.action = "https://evil.test/"; f.target = "_top"; document.body.append(f); f.submit()',
  'navigates the parent': 'parent.location.replace("https://evil.test/"); return "navigated"',
  'goes back in the top window’s history': 'top.history.back(); return "navigated"',
  'calls the API with the user’s cookies':
    'return await (await fetch(APP + "/api/account", { credentials: "include" })).text()',
  'requests the page’s host':
    'return await (await fetch(PAGE + "/", { credentials: "include" })).text()',
  'requests its own host': 'return await (await fetch(location.href)).text()',
  'calls the API with XMLHttpRequest':
    'return await new Promise((yes, no) => { const x = new XMLHttpRequest(); x.open("GET", APP + "/api/account"); x.withCredentials = true; x.onload = () => yes(x.responseText); x.onerror = no; x.send() })',
  'registers a service worker':
    'return String(await navigator.serviceWorker.register(location.pathname))',
  'starts a shared worker':
    'return await new Promise((yes, no) => { const w = new SharedWorker(location.href); w.onerror = no; setTimeout(yes, 500) })',
  'opens a window without a click': 'const w = open("https://evil.test/"); if (w) return "opened"',
  'downloads a file without a click':
    'const a = document.createElement("a"); a.href = "data:application/octet-stream,x"; a.download = "x.exe"; a.target = "_self"; document.body.append(a); a.click()',
  'shows a dialog': 'if (confirm("Your password?")) return "confirmed"',
  'requests the camera':
    'return String(await navigator.mediaDevices.getUserMedia({ video: true }))',
  'requests the location':
    'return await new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))',
  'changes the base URL':
    'const b = document.createElement("base"); b.href = "https://evil.test/"; document.head.prepend(b); if (document.baseURI.includes("evil")) return document.baseURI',
};

/** Code that runs all attacks and stores their results in `results`. */
export function attackingCode(origins: { readonly app: string; readonly page: string }): string {
  const functions = Object.entries(ATTACKS).map(
    ([name, body]) => `${JSON.stringify(name)}: async () => { ${body} }`,
  );
  return `<h1>hostile</h1><script>
const APP = ${JSON.stringify(origins.app)}, PAGE = ${JSON.stringify(origins.page)};
const attacks = { ${functions.join(',\n')} };
window.results = {};
(async () => {
  for (const [name, attack] of Object.entries(attacks))
    try { results[name] = { returned: await attack() }; }
    catch (error) { results[name] = { refused: String(error && error.name || error) }; }
  window.done = true;
})();
</script>`;
}
