import { afterWaiting } from './afterWaiting.ts';

/** The result of some work, or an error if it takes longer. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let stop = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stop = afterWaiting(ms, () => {
      reject(new Error(`There was no response within ${String(ms)} ms`));
    });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}
