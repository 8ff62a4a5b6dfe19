import { checkHyperlink } from '@cobble/engine';
import { inputMessage } from '../../messages/inputMessage.ts';

/**
 * What is wrong with a hyperlink as typed, in the specification's words, or null.
 * Nothing typed is nothing wrong yet.
 */
export function hyperlinkMessage(value: string): string | null {
  const problem = checkHyperlink(value);
  return problem === null || problem === 'hyperlink_required' ? null : inputMessage(problem);
}
