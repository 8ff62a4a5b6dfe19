/** Where the server reads the time, so that tests can move it. */
export type Clock = () => Date;

/** The machine's own clock. */
export const systemClock: Clock = () => new Date();

/** A time that lies `ms` after another. */
export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
