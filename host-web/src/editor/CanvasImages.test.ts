import type { Block, Change, Editor } from '@cobble/engine';
import { expect } from 'chai';
import { autorun } from 'mobx';
import { CanvasImages } from './CanvasImages.ts';

const PHOTO = '/assets/0123.jpg';
const variants = { width: 9, height: 9, sources: [] };
const image = (uuid: string, url: string): Block =>
  ({ uuid, type: 'image', content: { url } }) as unknown as Block;

describe('CanvasImages', () => {
  const setUp = (onRequest: () => void = () => undefined) => {
    let notify: (change: Change) => void = () => undefined;
    let respond: () => void = () => undefined;
    const requests: unknown[] = [];
    const things = { a: image('a', PHOTO) };
    const editor = {
      page: { things },
      onChange: (listener: typeof notify) => {
        notify = listener;
        return () => undefined;
      },
    } as unknown as Editor;
    const store = {
      lookUp: (url: string) => (url === PHOTO && requests.length > 0 ? variants : null),
      loadStored: (page: unknown) => {
        requests.push(page);
        onRequest();
        return new Promise<void>((resolve) => (respond = resolve));
      },
    };
    const images = new CanvasImages(editor, store, { timeoutMs: 20, debounceMs: 0 });
    return {
      ...{ requests, images },
      add: (added: readonly Block[]) => {
        notify({
          added: Object.fromEntries(added.map((block) => [block.uuid, block])),
          ...{ updated: {}, removed: {} },
        });
      },
      respond: () => {
        respond();
      },
    };
  };
  /** Resolves once a condition is true. */
  const until = (isTrue: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stop = autorun(() => {
        if (!isTrue()) return;
        resolve();
        queueMicrotask(() => {
          stop();
        });
      });
    });

  it('returns `pending` until the response arrives, so that no oversized image is loaded', async () => {
    const { images, respond } = setUp();
    expect(images.lookUp('/assets/other.png')).to.equal('pending');
    expect(images.lookUp('blob:on-its-way')).to.equal(null);
    expect(images.lookUp('https://elsewhere.test/a.png')).to.equal(null);
    const stop = images.start();
    expect(images.lookUp(PHOTO)).to.equal(variants);
    respond();
    await until(() => images.isSettled);
    expect(images.lookUp('/assets/other.png')).to.equal(null);
    stop();
  });

  it('requests the variants of a new stored image, and again after later changes', async () => {
    let resolveRequest: () => void = () => undefined;
    const { requests, images, add, respond } = setUp(() => {
      resolveRequest();
    });
    const nextRequest = (): Promise<void> => new Promise((resolve) => (resolveRequest = resolve));
    const stop = images.start();
    respond();
    await until(() => images.isSettled);
    const [stored, uploading] = [image('b', '/assets/4567.png'), image('c', 'blob:on-its-way')];
    for (const changed of [stored, uploading]) {
      const requested = nextRequest();
      add([changed]);
      await requested;
      expect(requests.at(-1)).to.deep.equal([stored]);
    }
    stop();
  });

  it('stops waiting after a timeout and loads images as they are', async () => {
    const { images } = setUp();
    const stop = images.start();
    await until(() => images.isSettled);
    expect(images.lookUp('/assets/other.png')).to.equal(null);
    stop();
  });
});
