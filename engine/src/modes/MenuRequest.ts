/** Where a menu is asked for, by a long press or the right button. */
export interface MenuRequest {
  /** In page space. */
  readonly x: number;
  readonly y: number;
  /** What it is about, which is selected by then; null over empty room. */
  readonly block: string | null;
  readonly pointerType: 'mouse' | 'pen' | 'touch';
}
