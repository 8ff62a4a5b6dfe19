/**
 * Cleans what a person typed as an html id: br tags, spaces and everything but letters, digits,
 * underscore and hyphen go (editing-canvas.md section 5).
 */
export function cleanHtmlId(value: string): string {
  return value.replace(/<br\s*\/?>|&nbsp;/gi, '').replace(/[^\w-]/g, '');
}
