import { GEOMETRY } from '../constants/geometry.ts';
import { insertedSize } from '../geometry/insertedSize.ts';
import type { BlockDefinition } from './BlockDefinition.ts';
import { checkString } from '../model/inputError.ts';
import type { SizePx } from '../model/Position.ts';
import { findDefinition } from './builtinBlocks.ts';
import type { Kit } from './Kit.ts';
import { readKits } from './readKits.ts';

/** The built-in types that embed another site, sorted by platform. */
const EMBED_TYPES = [
  ...(['bandcamp', 'codepen', 'google-forms', 'gumroad', 'shopify', 'soundcloud'] as const),
  ...(['spotify', 'substack', 'tiktok', 'twitch', 'twitter', 'typeform', 'vimeo'] as const),
  ...(['youtube'] as const),
];

/** A built-in type that embeds another site. */
export type EmbedType = (typeof EMBED_TYPES)[number];

/** An entry of the table of embeds. */
export interface EmbedPlatform {
  readonly type: EmbedType;
  /** The site's display name. */
  readonly platform: string;
  /** Icon (`iconPath`) and brand colour. */
  readonly icon: string;
  readonly color: string;
  /** The type's default size, in px at the reference width. */
  readonly sizePx: SizePx;
}

/** All platforms whose URLs become embeds, except GIPHY, sorted by type. */
export const EMBED_PLATFORMS: readonly EmbedPlatform[] = EMBED_TYPES.flatMap((type) => {
  const definition = findDefinition(type);
  if (!definition?.embed) return [];
  const { platform, icon, color } = definition.embed;
  const sizePx = sizeOf(
    definition,
    definition.defaultContent(() => 0),
  );
  return { type, platform, icon, color, sizePx };
});

/** The block that a URL would become. */
export interface DetectedEmbed {
  /** The site's display name; the block's type for a kit that has no embed. */
  readonly platform: string;
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
  /**
   * Size of the new block, in px at the reference width: its type's default size, at most 480 wide.
   */
  readonly sizePx: SizePx;
}

/**
 * Returns the embed for a URL, or null: a platform of the table above, a GIPHY image, or a kit's
 * type that recognises the URL. Each type's `recognize` defines the supported URLs [B3]; hosts that
 * only resemble a platform's are rejected.
 *
 * @throws CobbleError `input_invalid` unless given a string, `kit_invalid` for invalid kits or if a
 * kit's function throws
 */
export function detectEmbed(url: string, kits: readonly Kit[] = []): DetectedEmbed | null {
  checkString('url', url);
  for (const type of [...EMBED_TYPES, 'gif', ...readKits(kits).map(({ block }) => block.type)]) {
    const definition = findDefinition(type, kits);
    const content = definition?.recognize?.(url);
    if (definition && content) return detected(definition, content);
  }
  return null;
}

function detected(definition: BlockDefinition, content: object): DetectedEmbed {
  const { width, height } = sizeOf(definition, content);
  return {
    platform: definition.embed?.platform ?? (definition.type === 'gif' ? 'GIPHY' : definition.type),
    type: definition.type,
    content: content as Readonly<Record<string, unknown>>,
    sizePx: insertedSize(width, height),
  };
}

function sizeOf({ defaultSizePx }: BlockDefinition, content: object): SizePx {
  const side = GEOMETRY.newBlockSize * GEOMETRY.defaultReferenceWidthPx;
  return defaultSizePx?.(content) ?? { width: side, height: side };
}
