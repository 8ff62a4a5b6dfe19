import { existsSync } from 'node:fs';
import { BUNDLED_FONTS, fontFaceCss } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import { findFontFiles } from './findFontFiles.ts';

describe('fonts', () => {
  let app: TestApp;
  before(async () => {
    app = await createTestApp();
  });
  after(() => app.stop());

  it('lie installed, every file of the families that come with the product', () => {
    const files = findFontFiles();
    for (const [name, path] of files) expect(existsSync(path), name).to.equal(true);
    const css = fontFaceCss(BUNDLED_FONTS.map(({ name }) => name));
    const named = [...css.matchAll(/\/fonts\/([\w.-]+)/g)].map(([, name]) => name);
    expect([...files.keys()].sort()).to.deep.equal(named.sort());
  });

  it('are served to every origin, for ever', async () => {
    const answer = await app.browser().get('/fonts/inter-latin-400-normal.woff2?x');
    expect(answer.status).to.equal(200);
    expect(answer.headers['content-type']).to.equal('font/woff2');
    expect(answer.headers['access-control-allow-origin']).to.equal('*');
    expect(answer.headers['cache-control']).to.include('immutable');
    expect(answer.bytes.subarray(0, 4).toString()).to.equal('wOF2');
  });

  it('are only those', async () => {
    for (const path of [
      '/fonts/inter-latin-300-normal.woff2',
      '/fonts/../package.json',
      '/fonts/',
      '/fonts/..%2f..%2fpackage.json',
    ])
      expect((await app.browser().get(path)).status, path).to.equal(404);
  });
});
