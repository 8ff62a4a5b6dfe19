import { existsSync } from 'node:fs';
import { BUNDLED_FONTS, fontFaceCss } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import { FontLibrary } from './FontLibrary.ts';

describe('fonts', () => {
  let app: TestApp;
  before(async () => {
    app = await createTestApp();
  });
  after(() => app.stop());

  it('lie installed, every file of the families that come with the product', () => {
    const library = new FontLibrary({ folder: '/nonexistent', isFetching: false });
    const names = BUNDLED_FONTS.map(({ name }) => name);
    const named = [...fontFaceCss(names).matchAll(/\/fonts\/([\w.-]+)/g)];
    expect(named.length).to.be.above(50);
    for (const [, name = ''] of named)
      expect(existsSync(library.pathOf(name) ?? ''), name).to.equal(true);
    expect([...library.families()].sort()).to.deep.equal(names.sort());
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
