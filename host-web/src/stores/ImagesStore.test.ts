import { calls } from '@cobble/host-server/contract';
import { expect } from 'chai';
import type { ApiClient } from '../api/ApiClient.ts';
import { ImagesStore } from './ImagesStore.ts';

const name = (index: number): string => `${index.toString(16).padStart(32, '0')}.png`;
const image = { width: 9, height: 9, sources: [] };

describe('ImagesStore', () => {
  const setUp = (answer: (names: readonly string[]) => object) => {
    const asked: (readonly string[])[] = [];
    const call = (_call: unknown, { query }: { query: { names: string } }) => {
      const names = query.names.split(',');
      asked.push(names);
      return Promise.resolve({ images: answer(names) });
    };
    return { asked, store: new ImagesStore({ call } as unknown as ApiClient) };
  };
  const VIDEO = { type: 'youtube', content: { youtubeID: 'dQw4w9WgXcQ' } };
  const THEIRS = 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg';
  const pageOf = (count: number) => ({
    things: Array.from({ length: count }, (_, index) => ({ url: `/assets/${name(index)}` })),
  });
  const all = (names: readonly string[]) =>
    Object.fromEntries(names.map((each) => [`/assets/${each}`, image]));

  it('asks for what a page names, a hundred at a time, and once for each', async () => {
    const { asked, store } = setUp(all);
    await store.load(pageOf(150));
    expect(asked.map(({ length }) => length)).to.deep.equal([100, 50]);
    expect(store.lookUp(`/assets/${name(149)}`)).to.deep.equal(image);
    await store.load(pageOf(150));
    expect(asked).to.have.length(2);
  });

  it('asks again for what had not been made yet, and gives another function once it is known', async () => {
    let isMade = false;
    const { store } = setUp((names) => (isMade ? all(names) : {}));
    const { lookUp } = store;
    await store.load(pageOf(1));
    expect(store.lookUp).to.equal(lookUp);
    isMade = true;
    await store.load(pageOf(1));
    expect(store.lookUp).not.to.equal(lookUp);
    expect(store.lookUp(`/assets/${name(0)}`)).to.deep.equal(image);
  });

  it('shows no videos, which do not begin by themselves in a frame without scripts', async () => {
    const motion = { type: 'video/mp4', url: '/assets/x-motion.mp4' };
    const { store } = setUp((names) => ({
      [`/assets/${names[0] ?? ''}`]: { ...image, isAnimated: true, motion },
    }));
    await store.load(pageOf(1));
    expect(store.lookUp(`/assets/${name(0)}`)).to.deep.equal({ ...image, isAnimated: true });
  });

  it('asks for copies of other sites’ images, in one call, and once for each that there is', async () => {
    const asked: unknown[] = [];
    let images = {};
    const call = (which: unknown, { body }: { body: unknown }) => {
      expect(which).to.equal(calls.findEmbedImages);
      asked.push(body);
      return Promise.resolve({ images });
    };
    const store = new ImagesStore({ call } as unknown as ApiClient);
    const page = { things: { a: VIDEO, b: VIDEO, c: { type: 'vimeo', content: { id: '1' } } } };
    await store.load(page);
    expect(store.lookUp(THEIRS)).to.equal(null);
    images = { [THEIRS]: { ...image, url: '/assets/copy.jpg' } };
    await store.load(page);
    await store.load(page);
    expect(asked).to.deep.equal([{ embeds: [VIDEO] }, { embeds: [VIDEO] }]);
    expect(store.lookUp(THEIRS)).to.deep.include({ url: '/assets/copy.jpg' });
  });

  it('knows nothing and says nothing when the server does not answer', async () => {
    const call = () => Promise.reject(new Error('no network'));
    const store = new ImagesStore({ call } as unknown as ApiClient);
    await store.load(pageOf(1));
    expect(store.lookUp(`/assets/${name(0)}`)).to.equal(null);
  });
});
