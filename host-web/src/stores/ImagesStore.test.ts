import { calls } from '@cobble/host-server/contract';
import { expect } from 'chai';
import type { ApiClient } from '../api/ApiClient.ts';
import { ImagesStore } from './ImagesStore.ts';

const name = (index: number): string => `${index.toString(16).padStart(32, '0')}.png`;
const image = { width: 9, height: 9, sources: [] };

describe('ImagesStore', () => {
  const setUp = (respond: (names: readonly string[]) => object) => {
    const requests: (readonly string[])[] = [];
    const call = (_call: unknown, { query }: { query: { names: string } }) => {
      const names = query.names.split(',');
      requests.push(names);
      return Promise.resolve({ images: respond(names) });
    };
    return { requests, store: new ImagesStore({ call } as unknown as ApiClient) };
  };
  const VIDEO = { type: 'youtube', content: { youtubeID: 'dQw4w9WgXcQ' } };
  const THUMBNAIL = 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg';
  const pageOf = (count: number) => ({
    things: Array.from({ length: count }, (_, index) => ({ url: `/assets/${name(index)}` })),
  });
  const all = (names: readonly string[]) =>
    Object.fromEntries(names.map((each) => [`/assets/${each}`, image]));

  it('requests each image of a page once, a hundred at a time', async () => {
    const { requests, store } = setUp(all);
    await store.load(pageOf(150));
    expect(requests.map(({ length }) => length)).to.deep.equal([100, 50]);
    expect(store.lookUp(`/assets/${name(149)}`)).to.deep.equal(image);
    await store.load(pageOf(150));
    expect(requests).to.have.length(2);
  });

  it('requests missing variants again and replaces the lookup when there are some', async () => {
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

  it('drops videos, which do not start in a frame without scripts', async () => {
    const motion = { type: 'video/mp4', url: '/assets/x-motion.mp4' };
    const { store } = setUp((names) => ({
      [`/assets/${names[0] ?? ''}`]: { ...image, isAnimated: true, motion },
    }));
    await store.load(pageOf(1));
    expect(store.lookUp(`/assets/${name(0)}`)).to.deep.equal({ ...image, isAnimated: true });
  });

  it('requests embed thumbnails in one call, and each existing one only once', async () => {
    const requests: unknown[] = [];
    let images = {};
    const call = (which: unknown, { body }: { body: unknown }) => {
      expect(which).to.equal(calls.findEmbedThumbnails);
      requests.push(body);
      return Promise.resolve({ images });
    };
    const store = new ImagesStore({ call } as unknown as ApiClient);
    const page = { things: { a: VIDEO, b: VIDEO, c: { type: 'vimeo', content: { id: '1' } } } };
    await store.load(page);
    expect(store.lookUp(THUMBNAIL)).to.equal(null);
    images = { [THUMBNAIL]: { ...image, url: '/assets/copy.jpg' } };
    await store.load(page);
    await store.load(page);
    expect(requests).to.deep.equal([{ embeds: [VIDEO] }, { embeds: [VIDEO] }]);
    expect(store.lookUp(THUMBNAIL)).to.deep.include({ url: '/assets/copy.jpg' });
  });

  it('has no images and throws nothing when the server does not respond', async () => {
    const call = () => Promise.reject(new Error('no network'));
    const store = new ImagesStore({ call } as unknown as ApiClient);
    await store.load(pageOf(1));
    expect(store.lookUp(`/assets/${name(0)}`)).to.equal(null);
  });
});
