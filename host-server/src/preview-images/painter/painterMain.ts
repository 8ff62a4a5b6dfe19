import { runProcessTasks } from '../../shared/runProcessTasks.ts';
import { createPainter, type Painter } from './createPainter.ts';
import type { PaintedFiles, PaintJob } from './paintJob.ts';

/*
 * The program that PaintProcess runs in a separate process, so that a page that crashes the canvas
 * or takes too much memory or time can be aborted by ending the process. It reads font files, the
 * messages that it receives and the image files that these name, and opens no connection.
 */
await runProcessTasks<PaintJob, PaintedFiles>(async () => {
  const canvas = await import('@napi-rs/canvas');
  let painter: Painter | null = null;
  return (job, request) => {
    painter ??= createPainter(canvas, job.fontFolder);
    return painter(job, (images) => request(images) as Promise<ReadonlyMap<string, string>>);
  };
});
