import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeZip } from '../archive/testing/makeZip.ts';
import { linkBlock, makeSite, makeSitePage, exportZip } from '../archive/testing/makeSite.ts';
import { makeBlock, makePage } from '../testing/makePage.ts';
import { HELP } from './help.ts';
import { run } from './run.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('command cobble', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cobble-cli-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const at = (...parts: string[]): string => join(folder, ...parts);
  const write = async (path: string, content: string | Uint8Array | object): Promise<string> => {
    await mkdir(dirname(at(path)), { recursive: true });
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(at(path), isRaw ? content : JSON.stringify(content));
    return at(path);
  };
  const page = (slug: string, fields: Partial<Page> = {}): Page => ({
    ...makePage([
      linkBlock('to-menu', '/menu'),
      makeBlock({ uuid: 'photo', type: 'image', content: { url: '/assets/a.png' } }),
    ]),
    slug,
    ...fields,
  });

  /** Runs the command and returns its output and exit code. */
  const cobble = async (
    args: readonly string[],
    { input = '', isTTY = false }: { readonly input?: string; readonly isTTY?: boolean } = {},
  ): Promise<{ code: number; out: string; err: string }> => {
    let [out, err] = ['', ''];
    const code = await run(
      args,
      {
        out: { write: (text) => (out += String(text)) },
        err: { write: (text) => (err += text), isTTY },
        in: (async function* () {
          yield await Promise.resolve(input);
        })(),
      },
      folder,
    );
    return { code, out, err: err.replaceAll(folder, '~') };
  };

  it('prints help for itself and each command', async () => {
    for (const args of [['--help'], ['-h'], ['help']])
      expect(await cobble(args)).to.deep.equal({ code: 0, out: HELP.cobble, err: '' });
    expect(await cobble([])).to.deep.equal({ code: 2, out: '', err: HELP.cobble });
    for (const name of ['render', 'export', 'import', 'check'] as const) {
      expect(await cobble([name, '--help'])).to.deep.equal({ code: 0, out: HELP[name], err: '' });
      expect(HELP.cobble).to.contain(`cobble ${name}`);
    }
  });

  it('exits with 2 and a reason for invalid arguments [CM1]', async () => {
    const errors = [
      [['bake'], 'bake: is not a command'],
      [['render'], 'render: needs page'],
      [['render', 'a', 'b'], 'render: takes only one page'],
      [['render', 'a', '--fast'], "render: Unknown option '--fast'"],
      [
        ['render', 'a', '--url', 'ada.example'],
        '--url ada.example: must be an absolute http(s) URL',
      ],
      [['export', 'a', '--url'], "export: Option '--url <value>' argument missing"],
      [['export', 'a'], 'export: needs -o'],
      [['import', 'a', '-o', 'b.zip'], 'b.zip: must be a folder'],
    ] as const;
    for (const [args, message] of errors) {
      const { code, err } = await cobble(args);
      expect(code, args.join(' ')).to.equal(2);
      expect(err).to.contain(message);
    }
    const piped = await cobble(['render', '-', '--json']);
    expect(JSON.parse(piped.out)).to.include({ code: 'usage', where: '--json' });
    await write('main.json', page('main'));
    const odd = await cobble(['export', at('main.json'), '-o', at('b'), '--origin', 'x']);
    expect(odd).to.include({ code: 2 });
    expect(odd.err).to.contain('--origin x: must be an origin such as https://ada.example');
  });

  it('exits with 3 and the file’s name if it cannot be read or written [CM1]', async () => {
    expect(await cobble(['render', at('none.json')])).to.deep.equal({
      code: 3,
      out: '',
      err: 'cobble: ~/none.json: does not exist (file_unreadable)\n',
    });
    const file = await write('main.json', page('main'));
    expect((await cobble(['render', folder])).err).to.contain('~: is a folder');
    expect((await cobble(['check', at('none.zip')])).code).to.equal(3);
    expect(await cobble(['export', file, '-o', file.replace('.json', '.json/x.zip')])).to.include({
      code: 3,
    });
    const existing = await cobble(['export', file, '-o', await write('old.zip', 'mine')]);
    expect(existing.err).to.equal(
      'cobble: ~/old.zip: already exists (--force replaces it) (output_taken)\n',
    );
    expect(await readFile(at('old.zip'), 'utf8')).to.equal('mine');
    await write('full/x', 'mine');
    expect((await cobble(['export', file, '-o', at('full')])).err).to.contain('is not empty');
  });

  it('exits with 1 and the place of the problem for invalid or newer pages [CM1]', async () => {
    const bad = makePage([
      makeBlock({ uuid: 'a', type: 'image', content: { url: 'javascript:1' } }),
    ]);
    const newer = page('main');
    const pages = [
      ['{"a":', /broken\.json: is not valid JSON: .*\(page_invalid_json\)/],
      ['[]', /broken\.json: must be a page \(\w+\)/],
      [JSON.stringify(bad), /broken\.json: things\.a\.content\.url: .*\(page_invalid_asset_url\)/],
      [
        JSON.stringify({ ...newer, settings: { ...newer.settings, editorVersion: '99.1.0' } }),
        /broken\.json: settings\.editorVersion: was saved by editor 99\.1\.0 \(page_newer_than_editor\)/,
      ],
    ] as const;
    for (const [json, message] of pages) {
      const { code, err } = await cobble(['render', await write('broken.json', json)]);
      expect(code, json.slice(0, 60)).to.equal(1);
      expect(err).to.match(message);
    }
  });

  it('renders a page from a file or stdin to a file or stdout', async () => {
    const file = await write('main.json', page('main'));
    const plain = await cobble(['render', file]);
    expect(plain).to.include({ code: 0, err: '' });
    expect(plain.out).to.match(/^<!DOCTYPE html>[^]*<\/html>\n$/);
    const piped = await cobble(['render', '-'], { input: JSON.stringify(page('main')) });
    expect(piped.out).to.equal(plain.out);
    const result = await cobble([
      'render',
      file,
      '-o',
      at('out/a.html'),
      '--url',
      'https://a.example/',
      '--json',
    ]);
    expect(JSON.parse(result.out)).to.include({ ok: true, output: at('out/a.html') });
    expect(await readFile(at('out/a.html'), 'utf8')).to.contain('href="https://a.example/"');
  });

  it('exports pages with assets and fonts, imports them, and reproduces the archive', async () => {
    const first = await write('site/main.json', page('main'));
    const second = await write('site/menu.json', page('menu'));
    await write('site/assets/a.png', Uint8Array.of(1, 2, 3));
    const done = await cobble(['export', first, second, '-o', at('a.zip'), '--name', 'Ada']);
    expect(done).to.include({ code: 0, out: '' });
    expect(done.err).to.match(/^~\/a\.zip: 2 pages, \d+ files, \d+ kB\n$/);
    const whole = await cobble(['export', at('site'), '-o', at('b.zip'), '--name', 'Ada', '-q']);
    expect(whole).to.deep.equal({ code: 0, out: '', err: '' });
    expect((await readFile(at('b.zip'))).equals(await readFile(at('a.zip')))).to.equal(true);

    expect(await cobble(['import', at('a.zip'), '-o', at('back')])).to.include({ code: 0 });
    expect(await readdir(at('back'))).to.include.members(['index.html', 'menu.html', 'assets']);
    expect(await readFile(at('back/index.html'), 'utf8')).to.contain('href="menu.html"');
    for (const [source, target] of [
      ['back', 'c.zip'],
      ['a.zip', 'd.zip'],
    ] as const) {
      await cobble(['export', at(source), '-o', at(target)]);
      expect((await readFile(at(target))).equals(await readFile(at('a.zip'))), source).to.equal(
        true,
      );
    }
    expect(await readdir(folder)).to.have.members([
      'site',
      'a.zip',
      'b.zip',
      'back',
      'c.zip',
      'd.zip',
    ]);
  });

  it('finds the bundled fonts', async () => {
    const text = makeBlock({
      uuid: 'w',
      type: 'text',
      content: {
        text: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }],
        },
        font: 'Lato',
      },
    });
    const file = await write('main.json', makePage([text]));
    expect(await cobble(['export', file, '-o', at('out')])).to.include({ code: 0 });
    const font = await readFile(at('out/fonts/lato-latin-400-normal.woff2'));
    expect(font.subarray(0, 4).toString()).to.equal('wOF2');
  });

  it('checks without writing and reports changed, missing and unrelated files [CM2]', async () => {
    await write('site/main.json', page('main'));
    await cobble(['export', at('site'), '-o', at('out'), '-q']);
    const clean = await cobble(['check', at('out')]);
    expect(clean.err).to.contain('warning: assets/a.png: is not available (asset_missing)');
    expect(clean.err).to.contain('link_leads_nowhere').and.to.contain('1 page, 2 warnings');
    expect(clean.code).to.equal(0);
    await write('out/index.html', '<p>mine');
    await write('out/CNAME', 'ada.example');
    await rm(at('out/robots.txt'));
    const odd = await cobble(['check', at('out'), '--strict', '--json']);
    expect(odd.code).to.equal(1);
    const { warnings } = JSON.parse(odd.out) as { warnings: { code: string; path: string }[] };
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).to.include.members([
      ...['file_differs index.html', 'file_missing robots.txt', 'file_unknown CNAME'],
    ]);
    expect(await readFile(at('out/index.html'), 'utf8')).to.equal('<p>mine');
  });

  it('rejects a malicious archive and writes nothing', async () => {
    const evil = await write(
      'evil.zip',
      makeZip([{ name: '../evil.txt', bytes: Uint8Array.of(1) }]),
    );
    expect(await cobble(['import', evil, '-o', at('out')])).to.deep.equal({
      code: 1,
      out: '',
      err: 'cobble: ~/evil.zip: ../evil.txt: points outside the archive (archive_unsafe_name)\n',
    });
    const whole = await exportZip(makeSite([makeSitePage('main', [])]));
    const cut = await write('cut.zip', whole.subarray(0, whole.length - 30));
    const { out, code } = await cobble(['import', cut, '-o', at('out'), '--json']);
    expect(code).to.equal(1);
    expect(JSON.parse(out)).to.include({ ok: false, code: 'archive_cut_off' });
    expect(await readdir(folder)).to.have.members(['evil.zip', 'cut.zip']);
  });

  it('prints progress in one line on a terminal', async () => {
    const file = await write('main.json', page('main'));
    const shown = await cobble(['export', file, '-o', at('a.zip')], { isTTY: true });
    expect(shown.err)
      .to.contain('\r\u001b[Kpages 0 of 1\r\u001b[K')
      .and.to.contain('files 0 of 1\r\u001b[K');
    expect(shown.err.split('\r\u001b[K').at(-1)).to.match(/^~\/a\.zip: 1 page/);
  });

  it('reports kit modules that cannot be loaded or export no kit', async () => {
    const kit = await write('kit.mjs', 'throw new Error("no oven")');
    const file = await write('main.json', page('main'));
    const broken = await cobble(['render', file, '--kit', kit]);
    expect(broken).to.include({ code: 3 });
    expect(broken.err).to.contain('kit.mjs: cannot be loaded: no oven');
    const none = await write('none.mjs', 'export default 5');
    expect(await cobble(['render', file, '--kit', none])).to.include({ code: 1 });
  });

  it('is executable', async function () {
    this.timeout(180_000);
    const args = [
      ...['--import', './scripts/register-tsx.mjs', '--conditions=@cobble/source'],
      ...['renderer-static/src/cli/main.ts', 'check', at('none')],
    ];
    const failed = await promisify(execFile)(process.execPath, args, { cwd: root }).then(
      () => null,
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect(failed?.code).to.equal(3);
    expect(failed?.stderr).to.contain('does not exist (file_unreadable)');
  });
});
