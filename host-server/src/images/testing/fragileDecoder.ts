import { readFile, writeFile } from 'node:fs/promises';
import { runProcessTasks } from '../../shared/runProcessTasks.ts';
import type { DecodedResult, DecodingTask } from '../ImageDecoder.ts';

/** A decoder for tests: it does what an image says, and returns others as they are. */
await runProcessTasks<DecodingTask, DecodedResult>(() =>
  Promise.resolve(async ({ input, output, isAlone }) => {
    const text = await readFile(input, 'utf8');
    if (text === 'crash') process.exit(7);
    if (text === 'throw') throw new Error('a bug in the decoder');
    if (text.startsWith('large') && !isAlone) return 'large';
    if (text === 'wait' || text === 'large, wait')
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    await writeFile(output, text);
    return { image: { type: 'png', width: 1, height: 1 } };
  }),
);
