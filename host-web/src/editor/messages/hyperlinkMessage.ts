import { checkHyperlink } from '@cobble/engine';

/**
 * What is wrong with a hyperlink as typed, in the specification's words (section 5), or null.
 * Nothing typed is nothing wrong yet.
 */
export function hyperlinkMessage(value: string): string | null {
  if (value.trim() === '') return null;
  const problem = checkHyperlink(value);
  if (problem === null) return null;
  return problem === 'hyperlink_missing_protocol'
    ? 'Missing protocol (e.g. https://)'
    : 'Needs to be a valid URL';
}
