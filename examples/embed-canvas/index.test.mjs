import { tryBuilt } from '../tryBuilt.mjs';
import { tryOut } from './tryOut.mjs';

describe('examples/embed-canvas', function () {
  this.timeout(300_000);

  it('edits a page on a canvas, with a custom block, and previews it', async () => {
    await tryBuilt(new URL('.', import.meta.url), tryOut);
  });
});
