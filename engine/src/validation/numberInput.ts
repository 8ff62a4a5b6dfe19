/**
 * A number as typed into a field: what is not one becomes 0. Its unit may stand behind it. Font
 * sizes ignore what is no number instead: `fontSizeInput`.
 */
export function numberInput(typed: string): number {
  const digits = /^\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(?:px|%|°|deg)?\s*$/i.exec(typed)?.[1];
  const value = digits === undefined ? 0 : Number(digits);
  return Number.isFinite(value) ? value + 0 : 0;
}
