import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url));

describe('the benchmark', function () {
  this.timeout(600_000);

  it('measures its cases and the bundle sizes for browsers', async () => {
    const { stdout } = await run(process.execPath, [script, '--quick'], { encoding: 'utf8' });
    for (const name of ['single updates', 'undo', 'parse', 'migrate', 'snap', 'add', 'decode'])
      expect(stdout).to.match(new RegExp(`${name}.*: [1-9]\\d* measured`));
    const sizes = [...stdout.matchAll(/: ([\d.]+) KB/g)].map(([, size]) => Number(size));
    const [withoutTables = 0, withTables = 0, ownCode = 0] = sizes;
    expect(ownCode).to.be.greaterThan(50).and.lessThan(withoutTables);
    expect(withoutTables).to.be.lessThan(withTables);
  });

  it('rejects unknown options', async () => {
    const stderr = run(process.execPath, [script, '--fast'], { encoding: 'utf8' }).then(
      () => '',
      (error: unknown) => String((error as { stderr: unknown }).stderr),
    );
    expect(await stderr).to.contain('--fast');
  });
});
