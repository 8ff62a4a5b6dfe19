import { tryBuilt } from '../tryBuilt.mjs';
import { tryOut } from './tryOut.mjs';

describe('examples/embed-editor', function () {
  this.timeout(300_000);

  it('is a complete editor: edits, publishes, previews', async () => {
    await tryBuilt(new URL('.', import.meta.url), tryOut);
  });
});
