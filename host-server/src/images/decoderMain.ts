import { writeFile } from 'node:fs/promises';
import { runProcessTasks } from '../shared/runProcessTasks.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { DecodedResult, DecodingTask } from './ImageDecoder.ts';

/*
 * The program that ImageDecoder runs in separate processes, so that an image that crashes the decoder
 * or takes too much memory or time can be aborted by ending the process.
 */
await runProcessTasks<DecodingTask, DecodedResult>(async () => {
  const { default: sharp } = await import('sharp');
  const { reencodeImage } = await import('./reencodeImage.ts');
  // Each image is decoded once.
  sharp.cache(false);
  // Each thread of libvips takes memory, and most of the work uses only one.
  sharp.concurrency(1);
  return async ({ input, output, isAlone }) => {
    try {
      const reencoded = await reencodeImage(input, isAlone);
      if (reencoded === null) return 'large';
      const { content, ...image } = reencoded;
      await writeFile(output, content, { mode: 0o600 });
      return { image };
    } catch (error) {
      if (error instanceof ApiError) return { refusal: error.body };
      throw error;
    }
  };
});
