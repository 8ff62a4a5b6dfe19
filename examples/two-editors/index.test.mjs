import { roomTransportCases } from '@cobble/engine/conformance';
import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { createLoopback } from './loopback.ts';
import { tryOut } from './tryOut.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

describe('examples/two-editors', function () {
  this.timeout(120_000);

  it('shares a page between two editors, of which one goes offline [R95]', async () => {
    const outDir = mkdtempSync(join(tmpdir(), 'cobble-example-'));
    const common = { root, logLevel: /** @type {const} */ ('error') };
    const resolve = { conditions: ['@cobble/source', 'module', 'browser', 'production'] };
    await build({ ...common, resolve, build: { outDir, emptyOutDir: true } });
    const server = await preview({
      ...common,
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0 },
    });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      await tryOut(browser, server.resolvedUrls?.local[0] ?? '');
    } finally {
      await browser.close();
      await server.close();
      rmSync(outDir, { recursive: true });
    }
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
