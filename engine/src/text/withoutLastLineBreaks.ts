/**
 * A label without the line breaks at its end, and the spaces around them. Browsers ignore the last
 * one, so that the label is not where the canvas would show it.
 */
export function withoutLastLineBreaks(label: string): string {
  const trimmed = label.trimEnd();
  return label.slice(trimmed.length).includes('\n') ? trimmed : label;
}
