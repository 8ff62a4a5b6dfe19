import type { RoomOptions } from './RoomOptions.ts';

/** The function that reports errors to the host. It does not throw, even if the host does. */
export function reporterOf({
  onFailure,
}: Pick<RoomOptions, 'onFailure'>): (error: unknown) => void {
  return (error) => {
    try {
      onFailure?.(error);
    } catch {
      // There is no one else to report it to.
    }
  };
}
