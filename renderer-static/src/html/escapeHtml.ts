const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML and HTML forbid in text, and lone surrogates, which have no bytes. */
const FORBIDDEN =
  // eslint-disable-next-line no-control-regex -- control characters are what it is about
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Printable ASCII but for what is escaped: most texts, told in one look. */
const HARMLESS = /^[ !#-%(-;=?-~]*$/;

/** Text as it may stand between tags and inside quoted attributes; what HTML forbids is dropped. */
export function escapeHtml(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
