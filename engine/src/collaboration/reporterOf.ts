import { reportRejection } from '../model/promises.ts';

/** The option of a room or its client for reporting errors. */
export interface FailureOptions {
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** The function that reports errors to the host. It does not throw, even if the host does. */
export function reporterOf({ onFailure }: FailureOptions): (error: unknown) => void {
  return (error) => {
    try {
      reportRejection(onFailure?.(error), () => undefined);
    } catch {
      // There is no one else to report an exception or a rejection to.
    }
  };
}
