import { hasAutowidth } from '../editor/autowidth.ts';
import type { Block } from '../model/Block.ts';
import type { KnowsTypes } from '../blocks/minScaleOf.ts';
import type { Placement } from './ModeHost.ts';

type Patch = NonNullable<Placement['patch']>;

/** Who drags a text's side gives it a width, which its words change no more. */
export function ownWidth(types: KnowsTypes, block: Block): Patch | undefined {
  return hasAutowidth(types, block) ? { content: { useAutowidth: undefined } } : undefined;
}

/** Both patches of a block's content; the second wins. */
export function withContent(patch: Patch, other: Patch | undefined): Patch {
  return other ? { ...patch, content: { ...patch.content, ...other.content } } : patch;
}
