/**
 * What a promise gives, if it does so in time.
 *
 * @throws an error of its own after `ms`; what the promise gives later is dropped.
 */
export async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The database did not answer in time'));
    }, ms);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
