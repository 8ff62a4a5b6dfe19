/** The longest text that an edit can create, in UTF-16 code units (docs/decisions/0007). */
export const MAX_TEXT_LENGTH = 100_000;

/** A longer sequence without spaces (in Chinese, or encoded data) is not one word. */
const MAX_WORD_LENGTH = 100;

/**
 * Cuts a text that is too long for one block (docs/decisions/0007) after the last word that fits. A
 * text without spaces there is cut between two characters.
 *
 * @returns the text itself if it fits, else the start of it
 */
export function cutText(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  for (let end = MAX_TEXT_LENGTH; end > MAX_TEXT_LENGTH - MAX_WORD_LENGTH; end--)
    if (/\s/.test(text.charAt(end))) return text.slice(0, end).trimEnd();
  // Half a surrogate pair is not a character.
  const splits = /[\ud800-\udbff]/.test(text.charAt(MAX_TEXT_LENGTH - 1));
  return text.slice(0, splits ? MAX_TEXT_LENGTH - 1 : MAX_TEXT_LENGTH);
}
