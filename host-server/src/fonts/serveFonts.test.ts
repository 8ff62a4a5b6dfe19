import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLED_FONTS, fontFaceCss } from '@cobble/engine/fonts';
import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import { FontLibrary } from './FontLibrary.ts';
import { FONT_PACKAGES } from './fontPackages.ts';

describe('fonts', () => {
  let app: TestApp;
  before(async () => {
    app = await createTestApp();
  });
  after(() => app.stop());

  it('are bundled, with every file of the bundled families [FO1]', () => {
    const library = new FontLibrary({ folder: '/nonexistent', isFetching: false });
    const names = BUNDLED_FONTS.map(({ name }) => name);
    const named = [...fontFaceCss(names).matchAll(/\/fonts\/([\w.-]+)/g)];
    expect(named.length).to.be.above(50);
    for (const [, name = ''] of named)
      expect(existsSync(library.pathOf(name) ?? ''), name).to.equal(true);
    expect([...library.families()].sort()).to.deep.equal(names.sort());
  });

  it('are served to every origin and cached forever [FO2]', async () => {
    const response = await app.browser().get('/fonts/inter-latin-400-normal.woff2?x');
    expect(response.status).to.equal(200);
    expect(response.headers['content-type']).to.equal('font/woff2');
    expect(response.headers['access-control-allow-origin']).to.equal('*');
    expect(response.headers['cache-control']).to.include('immutable');
    expect(response.bytes.subarray(0, 4).toString()).to.equal('wOF2');
  });

  it('are served as soon as their family has been fetched', async () => {
    const browser = app.browser();
    const address = '/fonts/anton-latin-400-normal.woff2';
    const listFamilies = async (): Promise<readonly string[]> => {
      const response = await browser.get('/api/font/all');
      return (response.json() as { readonly families: readonly string[] }).families;
    };
    const before = await browser.get(address);
    expect(before.status).to.equal(404);
    expect(before.headers['cache-control']).to.equal('no-store');
    expect(await listFamilies()).to.deep.equal(BUNDLED_FONTS.map(({ name }) => name));

    // Like `npm run fonts` in another process.
    const family = join(app.dataFolder, 'fonts', `anton@${FONT_PACKAGES['anton']?.[0] ?? ''}`);
    await mkdir(family, { recursive: true });
    const library = new FontLibrary({ folder: '/nonexistent', isFetching: false });
    const fontFile = library.pathOf('lobster-latin-400-normal.woff2') ?? '';
    await copyFile(fontFile, join(family, 'anton-latin-400-normal.woff2'));

    const after = await browser.get(address);
    expect(after.status).to.equal(200);
    expect(after.headers['cache-control']).to.include('immutable');
    expect(after.headers['access-control-allow-origin']).to.equal('*');
    expect(after.bytes.equals(await readFile(fontFile))).to.equal(true);
    expect(await listFamilies()).to.include('Anton');
  });

  it('may be referenced by pages while they are being fetched', () => {
    const folder = '/nonexistent';
    const names = (isFetching: boolean): unknown =>
      new FontLibrary({ folder, isFetching }).lookUp('Lora')?.faces.length ?? null;
    expect(names(true)).to.equal(8);
    expect(names(false)).to.equal(null);
    expect(new FontLibrary({ folder, isFetching: true }).lookUp('My Old Font')).to.equal(null);
  });

  it('are not served at other paths [FO2]', async () => {
    for (const path of [
      '/fonts/inter-latin-300-normal.woff2',
      '/fonts/../package.json',
      '/fonts/',
      '/fonts/..%2f..%2fpackage.json',
    ])
      expect((await app.browser().get(path)).status, path).to.equal(404);
  });
});
