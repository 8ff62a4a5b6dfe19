import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/**
 * Loads the painters in a separate Node process, and prints which modules and globals came with
 * them.
 */
const PROGRAM = `
import { register } from 'node:module';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
const { port1, port2 } = new MessageChannel();
const urls = [];
register('data:text/javascript,' + encodeURIComponent(
  'let port; export function initialize({ to }) { port = to; }' +
  'export async function resolve(name, context, next) {' +
  'const found = await next(name, context); port.postMessage(found.url); return found; }'),
  { data: { to: port2 }, transferList: [port2] });
const paint = await import('@cobble/renderer-konva/paint');
for (let next; (next = receiveMessageOnPort(port1)); ) urls.push(next.message);
port1.close();
console.log(JSON.stringify({
  names: Object.keys(paint),
  urls,
  globals: ['document', 'window', 'React'].filter((name) => name in globalThis),
}));
`;

interface Loaded {
  readonly names: readonly string[];
  readonly urls: readonly string[];
  readonly globals: readonly string[];
}

describe('the painters, loaded in bare Node', function () {
  this.timeout(180_000);

  it('load without React and its bindings, Konva, ProseMirror’s view or a DOM [CV9]', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...['--import', './scripts/register-tsx.mjs', '--conditions=@cobble/source'],
        ...['--input-type=module', '--eval', PROGRAM],
      ],
      { cwd: ROOT, maxBuffer: 1 << 24 },
    );
    const { names, urls, globals } = JSON.parse(stdout) as Loaded;
    expect(names).to.include.members(['paintBlock', 'createTextLayouts', 'painterOf']);
    expect(globals).to.deep.equal([]);
    expect(urls.length).to.be.above(50);
    expect(urls.some((url) => url.includes('@chenglou/pretext'))).to.equal(true);
    const foreign = urls.filter((url) =>
      /node_modules\/(?:react|react-dom|konva|react-konva|prosemirror-view|mobx-react-lite)\//.test(
        url,
      ),
    );
    expect(foreign).to.deep.equal([]);
  });
});
