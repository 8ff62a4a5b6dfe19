/** What says how far a block is turned; its place in whatever unit. */
export interface Turnable {
  readonly type: string;
  readonly position: { readonly rotationDeg: number };
}

/** How far a block is turned, degrees clockwise. Groups and sections never are: their blocks are. */
export function turnOf({ position, type }: Turnable): number {
  return type === 'group' ? 0 : position.rotationDeg;
}
