import type { Block, Change, Editor } from '@cobble/engine';
import { expect } from 'chai';
import { autorun } from 'mobx';
import { CanvasImages } from './CanvasImages.ts';

const PHOTO = '/assets/0123.jpg';
const known = { width: 9, height: 9, sources: [] };
const image = (uuid: string, url: string): Block =>
  ({ uuid, type: 'image', content: { url } }) as unknown as Block;

describe('what the canvas knows of images', () => {
  const setUp = (hears: () => void = () => undefined) => {
    let tell: (change: Change) => void = () => undefined;
    let answer: () => void = () => undefined;
    const asked: unknown[] = [];
    const things = { a: image('a', PHOTO) };
    const editor = {
      page: { things },
      onChange: (listener: typeof tell) => {
        tell = listener;
        return () => undefined;
      },
    } as unknown as Editor;
    const images = {
      lookUp: (url: string) => (url === PHOTO && asked.length > 0 ? known : null),
      loadStored: (page: unknown) => {
        asked.push(page);
        hears();
        return new Promise<void>((resolve) => (answer = resolve));
      },
    };
    const files = new CanvasImages(editor, images, { patienceMs: 20, restMs: 0 });
    return {
      ...{ asked, files },
      tell: (added: readonly Block[]) => {
        tell({
          added: Object.fromEntries(added.map((block) => [block.uuid, block])),
          ...{ updated: {}, removed: {} },
        });
      },
      answer: () => {
        answer();
      },
    };
  };
  /** Resolves once something holds. */
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stop = autorun(() => {
        if (!holds()) return;
        resolve();
        queueMicrotask(() => {
          stop();
        });
      });
    });

  it('is waited for, so that no image is loaded that is larger than needed', async () => {
    const { files, answer } = setUp();
    expect(files.lookUp('/assets/other.png')).to.equal('pending');
    expect(files.lookUp('blob:on-its-way')).to.equal(null);
    expect(files.lookUp('https://elsewhere.test/a.png')).to.equal(null);
    const stop = files.follow();
    expect(files.lookUp(PHOTO)).to.equal(known);
    answer();
    await until(() => files.isSettled);
    expect(files.lookUp('/assets/other.png')).to.equal(null);
    stop();
  });

  it('is asked for again when an image has been stored, and until something is made of it', async () => {
    let heard: () => void = () => undefined;
    const { asked, files, tell, answer } = setUp(() => {
      heard();
    });
    const asks = (): Promise<void> => new Promise((resolve) => (heard = resolve));
    const stop = files.follow();
    answer();
    await until(() => files.isSettled);
    const [fresh, text] = [image('b', '/assets/4567.png'), image('c', 'blob:on-its-way')];
    for (const changed of [fresh, text]) {
      const asking = asks();
      tell([changed]);
      await asking;
      expect(asked.at(-1)).to.deep.equal([fresh]);
    }
    stop();
  });

  it('is not waited for without end: then images are loaded as they are', async () => {
    const { files } = setUp();
    const stop = files.follow();
    await until(() => files.isSettled);
    expect(files.lookUp('/assets/other.png')).to.equal(null);
    stop();
  });
});
