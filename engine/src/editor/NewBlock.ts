import type { Block } from '../model/Block.ts';
import type { Position } from '../model/Position.ts';

/** What `add` takes: a type, and whatever of the block should not be the default. */
export interface NewBlock {
  readonly type: string;
  readonly uuid?: string;
  /** A section or group; default: the section under the new block's centre, else the last. */
  readonly parentUuid?: string;
  /** x and y are the parent's where one is named, else of page space; default: about the middle. */
  readonly position?: Partial<Position>;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly styles?: Block['styles'];
  readonly properties?: Block['properties'];
  readonly altText?: string;
  readonly locked?: boolean;
  /** Where what it shows comes from. */
  readonly source?: Block['source'];
}
