import { parseUrl, type BlockEmbed, type EmbedType } from '@cobble/engine';
import { attributesHtml } from '../../html/attributes.ts';
import { EMBED_SCRIPT, PAGE_HOST } from './embedScript.ts';
import { FRAME_RIGHTS, type FrameRights } from './frameRights.ts';
import type { StaticContext } from '../../RenderOptions.ts';

/** A frame that a facade can be changed for. */
export interface EmbedFrame {
  /** The button's attributes; the script makes the frame of them. */
  readonly attributes: string;
  readonly verb: FrameRights['verb'];
  /** What follows the verb in the button's name; plain text. */
  readonly of: string;
}

/**
 * The frame of a piece of another site, noted in the page's policy and with the script that makes
 * it; null where the site has none.
 *
 * @param content has passed the type's schema: the address is made of checked parts
 * @param title what it is, for people
 */
export function frameOf(
  type: EmbedType,
  { embed, content, title }: { embed: BlockEmbed; content: object; title: string },
  context: StaticContext,
): EmbedFrame | null {
  const rights: FrameRights | null = FRAME_RIGHTS[type];
  const src = embed.frameUrl(content, PAGE_HOST);
  const origin = src === null ? undefined : parseUrl(src)?.origin;
  if (rights === null || src === null || origin === undefined) return null;
  context.useFrames(origin);
  if (rights.leadsTo !== undefined) context.useFrames(rights.leadsTo);
  context.useScript(EMBED_SCRIPT);
  const name = title.includes(embed.platform) ? title : `${title} from ${embed.platform}`;
  return {
    verb: rights.verb,
    of: name,
    attributes: attributesHtml({
      type: 'button',
      'data-src': src,
      'data-title': name,
      'data-sandbox': `allow-scripts allow-same-origin ${rights.sandbox}`,
      'data-allow': rights.allow,
      'data-referrer': rights.isToldOrigin ? 'strict-origin' : 'no-referrer',
    }),
  };
}
