import { constants, setPriority } from 'node:os';
import { createPainter, type Painter } from './createPainter.ts';
import type { FromPainter, ToPainter } from './messages.ts';

/*
 * The program that PaintProcess runs in a separate process, so that a page that crashes the canvas
 * or takes too much memory or time can be aborted by ending the process. It reads font files and
 * the messages that it receives, and opens no connection.
 */
const send = (message: FromPainter): void => {
  process.send?.(message);
};

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Without permission it runs at normal priority.
}
process.on('disconnect', () => process.exit());

const waiting = new Map<number, (files: ReadonlyMap<string, Uint8Array>) => void>();
let painter: Painter | null = null;

try {
  const canvas = await import('@napi-rs/canvas');
  process.on('message', (message: ToPainter) => {
    const { id } = message;
    if (message.kind === 'images') {
      waiting.get(id)?.(message.files);
      waiting.delete(id);
      return;
    }
    const { job } = message;
    painter ??= createPainter(canvas, job.fontFolder);
    painter(job, (images) => {
      send({ kind: 'request-images', id, images });
      return new Promise((resolve) => waiting.set(id, resolve));
    }).then(
      (files) => {
        send({ kind: 'painted', id, files });
      },
      (error: unknown) => {
        send({ kind: 'failed', id, reason: String(error) });
      },
    );
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unavailable', reason: String(error) });
}
