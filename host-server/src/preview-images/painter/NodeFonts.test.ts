import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { FontLibrary } from '../../fonts/FontLibrary.ts';
import { NodeFonts } from './NodeFonts.ts';

describe('the fonts of preview images', () => {
  it('include a family whose files arrive after a page needed it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cobble-fonts-'));
    try {
      const library = new FontLibrary({ folder, isFetching: false });
      const registered: string[] = [];
      const fonts = new NodeFonts(
        {
          registerFromPath: (path, alias) => {
            registered.push(`${path} ${String(alias)}`);
            return {} as never;
          },
        },
        library,
      );
      fonts.registerFamilies('400 20px "Lora", "Lora Fallback", serif');
      expect(fonts.retryMissing(), 'files are missing').to.equal(false);

      const path = library.pathOf('lora-latin-400-normal.woff2') ?? '';
      expect(path.startsWith(folder), path).to.equal(true);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, '');
      expect(fonts.retryMissing(), 'files have arrived').to.equal(true);
      expect(registered).to.deep.equal([`${path} Lora`]);
      expect(fonts.retryMissing(), 'the family is registered').to.equal(false);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
