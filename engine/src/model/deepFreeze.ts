/**
 * Freezes a value and all that it holds, and returns it. What is frozen already is taken to be
 * frozen to the bottom, so that records that were kept cost nothing.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}
