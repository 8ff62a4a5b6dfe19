const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML and HTML forbid in text, and lone surrogates, which cannot be encoded. */
const FORBIDDEN =
  // eslint-disable-next-line no-control-regex -- matching control characters is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Printable ASCII that needs no escaping: the fast path for most text. */
const HARMLESS = /^[ !#-%(-;=?-~]*$/;

/**
 * Escapes text for element content and quoted attributes. Characters that HTML forbids are dropped.
 */
export function escapeHtml(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
