import { parseUrl, type BlockEmbed, type EmbedType } from '@cobble/engine';
import { attributesHtml } from '../../html/attributes.ts';
import { EMBED_SCRIPT, PAGE_HOST } from './embedScript.ts';
import { FRAME_PERMISSIONS, type FramePermissions } from './framePermissions.ts';
import type { StaticContext } from '../../RenderOptions.ts';

/** The frame that can replace an embed card. */
export interface EmbedFrame {
  /** Attributes of the button, from which the script creates the frame. */
  readonly attributes: string;
  readonly verb: FramePermissions['verb'];
  /** The embed's name, which follows the verb in the button's accessible name; plain text. */
  readonly name: string;
}

/**
 * Describes the frame of an embed, allows it in the page's policy and adds the script that creates
 * it. Returns null if the site cannot be framed.
 *
 * @param content content that matches the type's schema, so that the URL is built from checked
 * parts
 * @param title title of the embed
 */
export function frameOf(
  type: EmbedType,
  { embed, content, title }: { embed: BlockEmbed; content: object; title: string },
  context: StaticContext,
): EmbedFrame | null {
  const permissions: FramePermissions | null = FRAME_PERMISSIONS[type];
  const src = embed.frameUrl(content, PAGE_HOST);
  const origin = src === null ? undefined : parseUrl(src)?.origin;
  if (permissions === null || src === null || origin === undefined) return null;
  context.useFrames(origin);
  if (permissions.redirectsTo !== undefined) context.useFrames(permissions.redirectsTo);
  context.useScript(EMBED_SCRIPT);
  const name = title.includes(embed.platform)
    ? title
    : context.t('embedName', { title, platform: embed.platform });
  return {
    verb: permissions.verb,
    name,
    attributes: attributesHtml({
      type: 'button',
      'data-src': src,
      'data-title': name,
      'data-sandbox': `allow-scripts allow-same-origin ${permissions.sandbox}`,
      'data-allow': permissions.allow,
      'data-referrer': permissions.needsReferrer ? 'strict-origin' : 'no-referrer',
    }),
  };
}
