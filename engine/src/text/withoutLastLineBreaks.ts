/**
 * A label without the line breaks at its end, and the spaces around them. Browsers ignore the last
 * one, and would show the label lower than the canvas does.
 */
export function withoutLastLineBreaks(label: string): string {
  const trimmed = label.trimEnd();
  return label.slice(trimmed.length).includes('\n') ? trimmed : label;
}
