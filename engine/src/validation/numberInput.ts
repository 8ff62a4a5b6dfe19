/**
 * Parses a number from a text field, with an optional unit. Non-numeric input becomes 0; for font
 * sizes, which ignore it instead, use `fontSizeInput`.
 */
export function numberInput(typed: string): number {
  const digits = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*(?:(?:px|%|°|deg)\s*)?$/i.exec(typed)?.[1];
  const value = digits === undefined ? 0 : Number(digits);
  return Number.isFinite(value) ? value + 0 : 0;
}
