import { bundledFontFiles, createFontLookup, FONTS } from '@cobble/engine/fonts';
import { expect } from 'chai';
import { fontPreloads, startFontPreload } from './fontPreloads.ts';

describe('font preloads', () => {
  const bundled = FONTS.filter((font) => font.bundled);

  it('contain one file per family: those of the product, or all that the server has [ED8]', () => {
    const all = createFontLookup(() => true);
    const bundledPaths = bundled.map(({ id }) => `/fonts/${id}-latin-400-normal.woff2`);
    expect(fontPreloads('base', all)).to.deep.equal(bundledPaths);
    expect(fontPreloads('all', all)).to.have.length(FONTS.length);
    for (const url of fontPreloads('all', all))
      expect(url).to.match(/^\/fonts\/[a-z0-9-]+-latin-400-normal\.woff2$/);
  });

  it('fetch base families after 1 s and all others after 5 s, each file once [ED8]', async () => {
    const { fetch, setTimeout, clearTimeout } = globalThis;
    const timers = new Map<number, { run: () => void; ms: number }>();
    let now = 0;
    const fakeTimeout = (run: () => void, ms: number) => {
      timers.set(timers.size, { run, ms: now + ms });
      return timers.size - 1;
    };
    const passUntil = async (ms: number): Promise<void> => {
      now = ms;
      for (const [id, timer] of timers)
        if (timer.ms <= now) {
          timers.delete(id);
          timer.run();
        }
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    };
    const fetched: unknown[] = [];
    const fakeFetch = (url: unknown) => Promise.resolve(new Response(fetched.push(url).toString()));
    Object.assign(globalThis, {
      fetch: fakeFetch,
      setTimeout: fakeTimeout,
      clearTimeout: (id: number) => timers.delete(id),
    });
    try {
      const all = createFontLookup(() => true);
      const stop = startFontPreload(() => all, '/fonts');
      await passUntil(999);
      expect(fetched).to.deep.equal([]);
      await passUntil(1000);
      expect(fetched).to.deep.equal(fontPreloads('base', all));
      await passUntil(4999);
      expect(fetched).to.have.length(bundled.length);
      await passUntil(5000);
      expect(fetched).to.have.members(fontPreloads('all', all));
      stop();
      startFontPreload(() => all, '/fonts')();
      await passUntil(60_000);
      expect(fetched).to.have.length(FONTS.length);
    } finally {
      Object.assign(globalThis, { fetch, setTimeout, clearTimeout });
    }
  });

  it("come from the host's base URL for fonts", () => {
    for (const url of fontPreloads('base', bundledFontFiles, 'https://cdn.example/f'))
      expect(url).to.match(/^https:\/\/cdn\.example\/f\/[a-z0-9-]+\.woff2$/);
  });

  it('contain no font that the server does not have', () => {
    expect(fontPreloads('all', bundledFontFiles)).to.have.length(bundled.length);
    expect(fontPreloads('base', () => null)).to.deep.equal([]);
  });
});
