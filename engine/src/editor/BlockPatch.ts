import type { Block } from '../model/Block.ts';
import type { Position } from '../model/Position.ts';

/**
 * A patch of a block: `position`, `properties`, `styles`, `content` and `source` are merged one
 * level deep. Other fields are refused.
 */
export interface BlockPatch {
  readonly position?: Partial<Position>;
  readonly properties?: Block['properties'];
  readonly styles?: Block['styles'];
  readonly content?: Readonly<Record<string, unknown>>;
  readonly altText?: string | undefined;
  readonly locked?: boolean | undefined;
  readonly source?: Block['source'];
}
