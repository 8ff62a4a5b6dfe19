import { readFile, writeFile } from 'node:fs/promises';
import { runProcessTasks } from '../shared/runProcessTasks.ts';
import type { ImageVariants } from './makeVariants.ts';
import type { VariantRequest, VariantTask } from './VariantProcess.ts';

/* The program that VariantProcess runs in a separate process. */
await runProcessTasks<VariantTask, ImageVariants>(async () => {
  const { default: sharp } = await import('sharp');
  const { makeVariants } = await import('./makeVariants.ts');
  const { VideoEncoder } = await import('./VideoEncoder.ts');
  sharp.cache(false);
  // Each thread of libvips takes memory, and nobody waits for variants.
  sharp.concurrency(1);
  const encoder = new VideoEncoder();
  return async ({ input, type, heavyGifBytes, output }, request) => {
    const ask = async (wanted: VariantRequest): Promise<void> => {
      await request(wanted);
    };
    return makeVariants(await readFile(input), type, {
      heavyGifBytes,
      encoder,
      store: async (name, content) => {
        await writeFile(output, content, { mode: 0o600 });
        await ask({ kind: 'store', name });
      },
      reportVideoFailure: (error) => ask({ kind: 'report-video-failure', reason: String(error) }),
    });
  };
});
