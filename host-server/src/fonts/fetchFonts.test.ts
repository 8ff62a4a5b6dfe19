import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFont, FONTS } from '@cobble/engine/fonts';
import { pino } from 'pino';
import { fetchFonts, type FetchResult } from './fetchFonts.ts';
import { fetchInBackground } from './fetchInBackground.ts';
import { FontLibrary } from './FontLibrary.ts';
import { FONT_PACKAGES } from './fontPackages.ts';
import { type Registry, startRegistry } from './testing/startRegistry.ts';

const FAMILIES = ['Anton', 'Arvo', 'Bangers', 'Silkscreen'];
const ids = (names: readonly string[]): string[] => names.map((name) => findFont(name)?.id ?? '');

describe('fetching fonts', function () {
  this.timeout(60_000);
  let registry: Registry;
  let folder: string;
  beforeEach(async () => {
    registry = await startRegistry(FAMILIES);
    folder = join(await mkdtemp(join(tmpdir(), 'cobble-fonts-')), 'fonts');
  });
  afterEach(async () => {
    await registry.stop();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  const library = (): FontLibrary =>
    new FontLibrary({ folder, isFetching: false, packages: registry.packages });
  const fetch = (target = library()): Promise<FetchResult> =>
    fetchFonts(target, { env: registry.env });
  const folders = (...names: string[]): string[] => ids(names).map((id) => `${id}@5.3.0`);

  it('has a pinned version for every family that is not bundled, and for no other', () => {
    const missing = FONTS.filter(({ bundled }) => !bundled).map(({ id }) => id);
    expect(Object.keys(FONT_PACKAGES).sort()).to.deep.equal(missing.sort());
    for (const [id, [version, integrity]] of Object.entries(FONT_PACKAGES)) {
      expect(version, id).to.match(/^\d+\.\d+\.\d+$/);
      expect(integrity, id).to.match(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });

  it('fetches only the files of each family, and reports progress', async () => {
    const target = library();
    expect(target.lookUp('Anton')).to.equal(null);
    const progress: string[] = [];
    const result = await fetchFonts(target, {
      env: registry.env,
      onProgress: (done, total, family) =>
        progress.push(`${String(done)}/${String(total)} ${family}`),
    });
    expect(result).to.deep.equal({ fetched: 4, problems: [], stopped: null });
    expect(progress).to.deep.equal(['1/4 Anton', '2/4 Arvo', '3/4 Bangers', '4/4 Silkscreen']);
    expect(await readdir(folder)).to.have.members(folders(...FAMILIES));
    expect(await readdir(join(folder, 'arvo@5.3.0'))).to.have.members([
      'arvo-latin-400-italic.woff2',
      'arvo-latin-400-normal.woff2',
      'arvo-latin-700-italic.woff2',
      'arvo-latin-700-normal.woff2',
    ]);
    const bytes = await readFile(target.pathOf('anton-latin-ext-400-normal.woff2') ?? '');
    expect(bytes.toString('latin1', 0, 4)).to.equal('wOF2');
    // Found by the existing library and by a new one.
    for (const each of [target, library()]) {
      expect(each.missing()).to.deep.equal([]);
      expect(each.families()).to.include.members(FAMILIES);
      expect(each.lookUp('Anton')?.faces).to.have.length(2);
    }
  });

  it('rejects packages that differ from the pinned ones, and fetches the others [FO1]', async () => {
    registry.faults.set('arvo', 'replaced');
    const { fetched, problems, stopped } = await fetch();
    expect({ fetched, stopped }).to.deep.equal({ fetched: 3, stopped: null });
    expect(problems.map(({ family, code }) => [family, code])).to.deep.equal([
      ['Arvo', 'integrity'],
    ]);
    expect(await readdir(folder)).to.have.members(folders('Anton', 'Bangers', 'Silkscreen'));
  });

  it('rejects a package that lacks a file or has a symbolic link in its place, even if it is pinned', async () => {
    for (const fault of ['incomplete', 'link'] as const) {
      const faultyRegistry = await startRegistry(['Anton']);
      faultyRegistry.faults.set('anton', fault);
      // As if a maintainer had pinned it without a check.
      const response = await globalThis.fetch(
        `${faultyRegistry.env['npm_config_registry'] ?? ''}@fontsource%2fanton`,
      );
      const { versions } = (await response.json()) as {
        versions: Record<string, { dist: { integrity: string } }>;
      };
      const { integrity } = versions['5.3.0']?.dist ?? { integrity: '' };
      const packages = { anton: ['5.3.0', integrity] as const };
      const target = new FontLibrary({ folder, isFetching: false, packages });
      const { problems } = await fetchFonts(target, { env: faultyRegistry.env });
      await faultyRegistry.stop();
      expect(
        problems.map(({ code }) => code),
        fault,
      ).to.deep.equal(['files_missing']);
      expect(await readdir(folder)).to.deep.equal([]);
    }
  });

  it('resumes after a broken connection [FO3]', async () => {
    registry.faults.set('bangers', 'cut');
    const first = await fetch();
    expect(first.fetched).to.equal(3);
    expect(first.stopped).not.to.equal(null);
    expect(
      library()
        .missing()
        .map(({ name }) => name),
    ).to.deep.equal(['Bangers']);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).to.deep.equal([]);

    registry.faults.clear();
    registry.requests.length = 0;
    expect(await fetch()).to.deep.equal({ fetched: 1, problems: [], stopped: null });
    expect(registry.requests).to.deep.equal(['bangers']);
    registry.requests.length = 0;
    expect((await fetch()).fetched).to.equal(0);
    expect(registry.requests).to.deep.equal([]);
  });

  it('reports no failure when it is aborted', async () => {
    const target = new FontLibrary({ folder, isFetching: false, packages: FONT_PACKAGES });
    const signal = AbortSignal.timeout(100);
    expect(await fetchFonts(target, { env: registry.env, signal })).to.deep.equal({
      fetched: 0,
      problems: [],
      stopped: null,
    });
    expect(registry.requests).to.deep.equal([]);
  });

  it('skips packages that the registry does not have, and reports them', async () => {
    registry.faults.set('anton', 'unknown');
    const { fetched, problems } = await fetch();
    expect(fetched).to.equal(3);
    expect(problems.map(({ family, code }) => [family, code])).to.deep.equal([['Anton', 'E404']]);
  });

  it('removes what a killed run left behind, and versions that are no longer pinned [FO3]', async () => {
    // No process has this id: on Linux, ids end at 4,194,304.
    await mkdir(join(folder, '.incoming-99999999-abc'), { recursive: true });
    await mkdir(join(folder, 'anton@4.0.0'));
    await mkdir(join(folder, 'mine'));
    await fetch();
    expect(await readdir(folder)).to.have.members([...folders(...FAMILIES), 'mine']);
  });

  it('can run twice at the same time', async () => {
    const results = await Promise.all([fetch(), fetch()]);
    for (const { problems, stopped } of results)
      expect({ problems, stopped }).to.deep.equal({ problems: [], stopped: null });
    expect(await readdir(folder)).to.have.members(folders(...FAMILIES));
  });

  it('prints what it fetches, and then one line: that there is no network, or that all families are available', async () => {
    const log = pino({ level: 'silent' });
    const unreachableRegistry = { ...registry.env, npm_config_registry: 'http://127.0.0.1:9/' };
    const lines: string[] = [];
    const waitForLine = (text: string): Promise<void> =>
      new Promise((resolve) => {
        print = (line) => {
          lines.push(line);
          if (line.includes(text)) resolve();
        };
      });
    let print: (line: string) => void = () => undefined;

    let waiting = waitForLine('could not be fetched');
    const stopOffline = fetchInBackground(library(), {
      print: (line) => {
        print(line);
      },
      log,
      env: unreachableRegistry,
    });
    await waiting;
    await stopOffline();
    expect(lines).to.have.length(2);
    expect(lines[0]).to.include('fetching 4 more families in the background');
    expect(lines[1]).to.match(/^Fonts {6}4 of 145 families could not be fetched \(ECONNREFUSED\)/);
    expect(lines[1]).to.include('npm run fonts -w host-server');

    lines.length = 0;
    waiting = waitForLine('are available');
    const stopOnline = fetchInBackground(library(), {
      print: (line) => {
        print(line);
      },
      log,
      env: registry.env,
    });
    await waiting;
    await stopOnline();
    expect(lines.at(-1)).to.equal('Fonts      all 145 families are available');
  });

  it('stops when it is aborted', async () => {
    const log = pino({ level: 'silent' });
    const lines: string[] = [];
    const stop = fetchInBackground(library(), {
      print: (line) => lines.push(line),
      log,
      env: registry.env,
    });
    await stop();
    expect(lines).to.have.length(1);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).to.deep.equal([]);
  });
});
