/** What says how far a block is turned; its place in whatever unit. */
export interface Rotatable {
  readonly type: string;
  readonly position: { readonly rotationDeg: number };
}

/** How far a block is turned, degrees clockwise. Groups and sections never are: their blocks are. */
export function rotationOf({ position, type }: Rotatable): number {
  return type === 'group' ? 0 : position.rotationDeg;
}
