import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** The paths and packages that a source imports at runtime. */
const IMPORT = /(?:^(?:import|export) (?!type )[^;]*?from |\bimport\()'([^']+)'/gm;

/** All packages that a program loads, each with a chain of files that leads to it. */
function packagesOf(program: URL): ReadonlyMap<string, string> {
  const packages = new Map<string, string>();
  const chains = new Map([[program.href, fileURLToPath(program)]]);
  for (const [file, chain] of chains)
    for (const [, path = ''] of readFileSync(new URL(file), 'utf8').matchAll(IMPORT)) {
      if (!path.startsWith('.')) {
        packages.set(path, chain);
        continue;
      }
      const target = new URL(path, file);
      if (existsSync(target) && !chains.has(target.href))
        chains.set(target.href, `${chain} -> ${path}`);
    }
  return packages;
}

describe('programs that process images', () => {
  for (const name of ['decoderMain', 'variantsMain'])
    it(`${name} does not load the engine, which would take 20 MB from images [LM29]`, () => {
      const packages = packagesOf(new URL(`./${name}.ts`, import.meta.url));
      expect([...packages.keys()], 'packages found').to.include('sharp');
      const engine = [...packages].filter(([each]) => each.startsWith('@cobble/'));
      expect(engine).to.deep.equal([]);
    });
});
