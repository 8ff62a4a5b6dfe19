/**
 * Work on blocks that can pause: it yields after each block. A room does it in turns, a client at
 * once.
 */
export type Work<Value> = Generator<undefined, Value, undefined>;

/** Does all of the work without a pause. */
export function finish<Value>(work: Work<Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
