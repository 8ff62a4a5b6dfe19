import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);

/** Keeps 30 MB, replaces them a few times, and prints the highest size of the heap in MB. */
const CHURN = `
  const kept = [];
  let highest = 0;
  for (let index = 0; index < 2500; index += 1) {
    kept[index % 500] = Array.from({ length: 8000 }, (_, at) => at + 0.5);
    highest = Math.max(highest, process.memoryUsage().heapUsed);
  }
  console.log(highest / 1024 / 1024);
`;

describe('the heap of the server', function () {
  this.timeout(60_000);

  it('does not fill with garbage before it is collected', async () => {
    const limit = new URL('./limitHeapGrowth.ts', import.meta.url).href;
    const highestMb = async (before: string): Promise<number> => {
      const args = ['--import', './scripts/register-tsx.mjs', '--input-type=module', '--eval'];
      const { stdout } = await run(process.execPath, [...args, `${before}${CHURN}`]);
      return Number(stdout);
    };
    const limited = await highestMb(
      `import { limitHeapGrowth } from ${JSON.stringify(limit)}; limitHeapGrowth();`,
    );
    expect(limited / (await highestMb(''))).to.be.below(0.8);
  });
});
