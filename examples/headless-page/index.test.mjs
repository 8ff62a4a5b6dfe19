import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const example = fileURLToPath(new URL('./index.mjs', import.meta.url));

describe('examples/headless-page', () => {
  it('writes a page with at most 40 lines of code', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobble-example-'));
    try {
      const file = join(folder, 'market.html');
      const args = ['--import', fileURLToPath(new URL('scripts/register-tsx.mjs', root))];
      execFileSync(process.execPath, [...args, '--conditions=@cobble/source', example, file]);
      const html = readFileSync(file, 'utf8');
      expect(html).to.match(/^<!DOCTYPE html>/);
      expect(html).to.contain('<title>Saturday market</title>');
      expect(html).to.contain('Bring a bag!');
      expect(html).to.contain('href="https://www.openstreetmap.org/"');
      expect(html).not.to.contain('<script');
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(readFileSync(example, 'utf8').split('\n').length).to.be.below(41);
  });
});
