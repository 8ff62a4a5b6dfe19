import { roomTransportCases } from '@cobble/engine/conformance';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLoopback } from './loopback.ts';
import { tryBuilt } from '../tryBuilt.mjs';
import { tryOut } from './tryOut.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

describe('examples/two-editors', function () {
  this.timeout(300_000);

  it('shares a page between two editors, of which one goes offline [R95]', async () => {
    await tryBuilt(new URL('.', import.meta.url), tryOut);
  });

  it('has fewer than 80 lines of code', () => {
    const code = ['main.tsx', 'loopback.ts'].map((file) => readFileSync(join(root, file), 'utf8'));
    expect(code.join('').trimEnd().split('\n').length).to.be.below(80);
  });

  const cases = roomTransportCases((room) => {
    const { transport, setOnline } = createLoopback(room, { accountId: 1, role: 'editor' });
    const cut = () => {
      setOnline(false);
      setOnline(true);
    };
    return { transport, cut };
  });
  for (const { name, run } of cases) it(`has a transport that ${name} [R95]`, run);
});
