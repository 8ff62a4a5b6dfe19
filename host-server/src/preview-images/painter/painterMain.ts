import { constants, setPriority } from 'node:os';
import { createPainter, type Painter } from './createPainter.ts';
import type { FromPainter, ToPainter } from './messages.ts';

/*
 * A process of its own, which PaintProcess starts: what a page does to it (a crash of the canvas,
 * memory, time) is ended by ending it. It reads fonts, and otherwise only what it is handed: it
 * opens no connection.
 */
const say = (message: FromPainter): void => {
  process.send?.(message);
};

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // If that is forbidden, it runs at normal priority.
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
      say({ kind: 'want', id, images });
      return new Promise((resolve) => waiting.set(id, resolve));
    }).then(
      (files) => {
        say({ kind: 'painted', id, files });
      },
      (error: unknown) => {
        say({ kind: 'failed', id, reason: String(error) });
      },
    );
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'unavailable', reason: String(error) });
}
