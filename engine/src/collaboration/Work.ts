/**
 * Work that can pause: it yields at each block or value. A room spreads it over turns of the event
 * loop; a client does it all at once.
 */
export type Work<Value> = Generator<undefined, Value, undefined>;

/** Does all of the work without a pause. */
export function finish<Value>(work: Work<Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
