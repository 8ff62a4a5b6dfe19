/** Returns the time; tests pass a clock that they can move. */
export type Clock = () => Date;

/** The system clock. */
export const systemClock: Clock = () => new Date();

/** The time `ms` after another. */
export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
