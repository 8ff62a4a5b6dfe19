import { writeFile } from 'node:fs/promises';
import { runProcessTasks } from '../../shared/runProcessTasks.ts';
import type { ImageVariants } from '../makeVariants.ts';
import type { VariantRequest, VariantTask } from '../VariantProcess.ts';

/** A program for tests: for each image, it stores two files and fails to make a video. */
await runProcessTasks<VariantTask, ImageVariants>(() =>
  Promise.resolve(async ({ output }, request) => {
    const ask = async (wanted: VariantRequest): Promise<void> => {
      await request(wanted);
    };
    for (const name of ['a', 'b']) {
      await writeFile(output, `content of ${name}`);
      await ask({ kind: 'store', name });
    }
    await ask({ kind: 'report-video-failure', reason: 'no encoder' });
    return { isAnimated: true, variants: [] };
  }),
);
