/**
 * Preloaded into a server (`node --import`): its clock is ahead by the ms in `COBBLE_CLOCK_FILE`,
 * which is read again at SIGUSR2; then a file of the same name and `.read` is written. Timers are not
 * affected, as when a system's clock is set.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { COBBLE_CLOCK_FILE: file, COBBLE_PARENT: parent } = process.env;

if (isMainThread && file && Number(parent) === process.ppid) {
  const RealDate = Date;
  const read = () => Number(readFileSync(file, 'utf8'));
  let aheadMs = read();
  process.on('SIGUSR2', () => {
    aheadMs = read();
    writeFileSync(`${file}.read`, '');
  });
  const now = () => RealDate.now() + aheadMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
