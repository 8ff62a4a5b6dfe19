import { expect } from 'chai';
import { guardedLookup, IMAGE_VARIANTS, POSTS } from './guardedLookup.ts';

const PHOTO = {
  width: 2000,
  height: 1000,
  sources: [{ type: 'image/webp', files: [{ url: '/a.webp', width: 256 }] }],
};
const POST = { id: 1, caption: 'Bread', createdAt: '2026-01-01T00:00:00Z' };

describe('a lookup of the host', () => {
  const reported: unknown[] = [];
  const before = Reflect.get(globalThis, 'reportError') as unknown;
  beforeEach(() => {
    reported.length = 0;
    Reflect.set(globalThis, 'reportError', (error: unknown) => reported.push(error));
  });
  after(() => {
    Reflect.set(globalThis, 'reportError', before);
  });

  it('that throws for one image leaves the others their variants, and is reported once [CV15]', () => {
    const lookUp = guardedLookup('imageVariants', IMAGE_VARIANTS, () => (url: string) => {
      if (url === '/bad.png') throw new Error('a bad image');
      return url === '/photo.png' ? PHOTO : url === '/new.png' ? 'pending' : null;
    });
    for (let round = 0; round < 2; round += 1)
      expect(['/photo.png', '/bad.png', '/new.png', '/none.png'].map(lookUp)).to.eql([
        PHOTO,
        null,
        'pending',
        null,
      ]);
    expect(reported.map(String)).to.eql(['Error: a bad image']);
  });

  it('that returns anything else is named, instead of a TypeError of a painter [CV15]', async () => {
    const wrong = {
      imageVariants: [
        Promise.resolve(PHOTO),
        {},
        'photo',
        { ...PHOTO, width: '2000' },
        { ...PHOTO, height: 0 },
        { ...PHOTO, url: 5 },
        { ...PHOTO, sources: null },
        { ...PHOTO, sources: [null] },
        { ...PHOTO, sources: [{ type: 'image/webp' }] },
        { ...PHOTO, sources: [{ type: 'image/webp', files: [{ url: '/a.webp' }] }] },
      ],
      posts: [
        Promise.resolve([POST]),
        {},
        [5],
        [null],
        [{}],
        [POST, { ...POST, caption: null }],
        [{ ...POST, id: 1n }],
        [{ ...POST, createdAt: 5 }],
      ],
    };
    for (const [path, result] of [
      ['imageVariants', IMAGE_VARIANTS],
      ['posts', POSTS],
    ] as const)
      for (const returned of wrong[path]) {
        reported.length = 0;
        const lookUp = guardedLookup<number, unknown>(path, result, () => () => returned);
        expect(lookUp(1)).to.equal(null);
        expect(reported).to.have.length(1);
        expect(reported[0]).to.deep.include({ code: 'input_invalid', details: { path } });
        expect(String(reported[0])).to.include(`${path} must return `);
      }
    await Promise.resolve();
  });

  it('may return nothing, or be absent [CV15]', () => {
    for (const lookUp of [undefined, () => undefined as never, () => null, () => []])
      expect(guardedLookup('posts', POSTS, () => lookUp)(1) ?? []).to.eql([]);
    expect(guardedLookup('posts', POSTS, () => () => [POST])(1)).to.eql([POST]);
    expect(reported).to.eql([]);
  });

  it('that always throws is reported at most ten times [CV15]', () => {
    const lookUp = guardedLookup<number, never>('posts', POSTS as never, () => () => {
      throw new Error('no posts');
    });
    for (let id = 0; id < 30; id += 1) expect(lookUp(id)).to.equal(null);
    expect(reported).to.have.length(10);
  });
});
