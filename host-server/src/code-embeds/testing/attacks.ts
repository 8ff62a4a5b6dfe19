/**
 * What a hostile embed tries, by the attack's name. Each is the body of an async function that
 * returns what it got hold of, in plain JavaScript as an author would write it. `APP` is the
 * product's origin and `PAGE` the page's.
 */
export const ATTACKS: Readonly<Record<string, string>> = {
  'reads the page': 'return parent.document.title',
  'writes into the page': 'parent.document.body.append("pwned")',
  'reads the top’s address': 'return top.location.href',
  'calls what the page has': 'return parent.eval("1")',
  'reads cookies': 'return document.cookie',
  'sets cookies': 'document.cookie = "cobble-session=mine"; return document.cookie',
  'reads storage': 'return localStorage.length',
  'reads the session’s storage': 'return sessionStorage.length',
  'opens a database':
    'return await new Promise((yes, no) => { const q = indexedDB.open("x"); q.onsuccess = yes; q.onerror = no })',
  'opens caches': 'return await caches.keys()',
  'leads the top away': 'top.location.href = "https://evil.test/"; return "led"',
  'leads the top away by a form':
    'const f = document.createElement("form"); f.action = "https://evil.test/"; f.target = "_top"; document.body.append(f); f.submit()',
  'leads the parent away': 'parent.location.replace("https://evil.test/"); return "led"',
  'takes the top’s place': 'top.history.back(); return "went"',
  'asks the API as who is signed in':
    'return await (await fetch(APP + "/api/account", { credentials: "include" })).text()',
  'asks the page’s host':
    'return await (await fetch(PAGE + "/", { credentials: "include" })).text()',
  'asks its own host': 'return await (await fetch(location.href)).text()',
  'asks by XMLHttpRequest':
    'return await new Promise((yes, no) => { const x = new XMLHttpRequest(); x.open("GET", APP + "/api/account"); x.withCredentials = true; x.onload = () => yes(x.responseText); x.onerror = no; x.send() })',
  'registers a service worker':
    'return String(await navigator.serviceWorker.register(location.pathname))',
  'starts a shared worker':
    'return await new Promise((yes, no) => { const w = new SharedWorker(location.href); w.onerror = no; setTimeout(yes, 500) })',
  'opens a window unasked': 'const w = open("https://evil.test/"); if (w) return "opened"',
  'saves a file unasked':
    'const a = document.createElement("a"); a.href = "data:application/octet-stream,x"; a.download = "x.exe"; a.target = "_self"; document.body.append(a); a.click()',
  'asks with a dialog': 'if (confirm("Your password?")) return "answered"',
  'asks for a camera': 'return String(await navigator.mediaDevices.getUserMedia({ video: true }))',
  'asks where one is':
    'return await new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))',
  'changes where addresses start':
    'const b = document.createElement("base"); b.href = "https://evil.test/"; document.head.prepend(b); if (document.baseURI.includes("evil")) return document.baseURI',
};

/** Code that tries all attacks and stores their results in `results`. */
export function attackingCode(origins: { readonly app: string; readonly page: string }): string {
  const tries = Object.entries(ATTACKS).map(
    ([name, body]) => `${JSON.stringify(name)}: async () => { ${body} }`,
  );
  return `<h1>hostile</h1><script>
const APP = ${JSON.stringify(origins.app)}, PAGE = ${JSON.stringify(origins.page)};
const attacks = { ${tries.join(',\n')} };
window.results = {};
(async () => {
  for (const [name, attack] of Object.entries(attacks))
    try { results[name] = { gave: await attack() }; }
    catch (error) { results[name] = { refused: String(error && error.name || error) }; }
  window.done = true;
})();
</script>`;
}
