/** Whether Cmd is used in place of Ctrl. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
}
