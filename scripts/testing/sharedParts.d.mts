/** See sharedParts.mjs. */
export function shared<Value>(
  name: string,
  start: () => Promise<{ readonly value: Value; readonly end: () => Promise<void> }>,
): Promise<Value>;
export function dropShared(name: string): void;
export function endShared(): Promise<void>;
