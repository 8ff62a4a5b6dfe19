import { expect } from 'chai';
import { mayBeAnimated, animatedImageType } from './animatedImageType.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat([
    ...parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
    Buffer.alloc(32),
  ]);
const SIZE = [1, 2, 3, 4];
const PNG = [0x89, ...Buffer.from('PNG\r\n\x1a\n')];
/** A chunk of a PNG with four bytes in it. */
const chunk = (kind: string): number[] => [0, 0, 0, 4, ...Buffer.from(kind), ...SIZE, ...SIZE];

describe('animated images', () => {
  it("are recognised by the file's contents", () => {
    expect(animatedImageType(bytes('GIF89a'))).to.equal('image/gif');
    expect(animatedImageType(bytes('RIFF', SIZE, 'WEBPVP8X', SIZE, [0x12]))).to.equal('image/webp');
    expect(animatedImageType(bytes(SIZE, 'ftypavis'))).to.equal('image/avif');
    expect(animatedImageType(bytes(PNG, chunk('IHDR'), chunk('acTL'), chunk('IDAT')))).to.equal(
      'image/png',
    );
  });

  it('do not include other files or images with one frame', () => {
    expect(animatedImageType(bytes('RIFF', SIZE, 'WEBPVP8X', SIZE, [0x10]))).to.equal(null);
    expect(animatedImageType(bytes('RIFF', SIZE, 'WEBPVP8L', SIZE, [0x02]))).to.equal(null);
    expect(animatedImageType(bytes(SIZE, 'ftypavif'))).to.equal(null);
    expect(animatedImageType(bytes(PNG, chunk('IHDR'), chunk('IDAT'), chunk('acTL')))).to.equal(
      null,
    );
    expect(animatedImageType(bytes('<!doctype html>'))).to.equal(null);
  });

  it('are recognised only once enough of the file has been read', () => {
    expect(animatedImageType(new Uint8Array(8))).to.equal('more');
    expect(
      animatedImageType(Uint8Array.from([...PNG, ...chunk('IHDR'), ...chunk('tEXt')])),
    ).to.equal('more');
  });

  it('are not looked for in still formats, nor on other sites without a hint in the URL', () => {
    const app = 'https://cobble.test/ada/page';
    for (const url of [
      '/assets/0123',
      '/assets/a.png',
      'blob:https://cobble.test/1',
      'data:image/webp;base64,AA',
      'https://media1.giphy.com/media/abc/giphy',
      'https://cdn.test/cat.gif?x=1',
    ])
      expect(mayBeAnimated(url, app), url).to.equal(true);
    for (const url of [
      '/assets/a.jpg',
      'data:image/svg+xml,<svg/>',
      'https://cdn.test/cat',
      'https://cdn.test/cat.png',
      'https://notgiphy.com/media/abc',
    ])
      expect(mayBeAnimated(url, app), url).to.equal(false);
  });
});
