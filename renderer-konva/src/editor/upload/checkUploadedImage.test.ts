import { CobbleError, createEditor, createPage } from '@cobble/engine';
import { expect } from 'chai';
import { checkUploadedImage } from './checkUploadedImage.ts';

const IMAGE = { url: '/assets/abc.webp', width: 2048, height: 1024 };

/** The code and path of the error; null if the image is accepted. */
function problemOf(image: unknown): unknown {
  try {
    checkUploadedImage(image);
    return null;
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    expect(error.message).to.include(String(error.details['path']));
    return [error.code, error.details['path']];
  }
}

describe('checkUploadedImage', () => {
  it("names the part of an upload's result that pages cannot contain, so that its host sees the mistake [J13]", () => {
    const sizes = [0, -1, NaN, Infinity, 12.5, 20_001, '40', null, undefined, Symbol('40')];
    for (const size of sizes)
      for (const name of ['width', 'height'])
        expect(problemOf({ ...IMAGE, [name]: size }), `${name} ${String(size)}`).to.eql([
          'input_invalid',
          `upload.${name}`,
        ]);
    for (const url of [undefined, null, 5, new URL('https://cobble.example/a.png')])
      expect(problemOf({ ...IMAGE, url })).to.eql(['input_invalid', 'upload.url']);
    for (const url of ['', '/uploads/a.png', 'blob:other', 'javascript:alert(1)'])
      expect(problemOf({ ...IMAGE, url })).to.eql(['page_invalid_asset_url', 'upload.url']);
    for (const image of [undefined, null, '/assets/a.png', 5])
      expect(problemOf(image)).to.eql(['input_invalid', 'upload']);
  });

  it('accepts exactly the sizes that an image on a page can have [J13]', () => {
    const editor = createEditor({ page: createPage() });
    const [uuid = ''] = editor.add({ type: 'image' }).unwrap();
    for (const width of [0, 1, 1.5, 20_000, 20_001]) {
      const content = { url: IMAGE.url, naturalWidth: width, naturalHeight: 10 };
      const isAccepted = problemOf({ ...IMAGE, width }) === null;
      expect(isAccepted, String(width)).to.equal(editor.update(uuid, { content }).ok);
    }
  });
});
