/** Whether Cmd stands where Ctrl does elsewhere. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
}
