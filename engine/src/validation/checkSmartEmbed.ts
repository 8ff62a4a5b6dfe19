import { type DetectedEmbed, detectEmbed } from '../blocks/embeds.ts';
import type { Kit } from '../blocks/Kit.ts';
import { ok, refuse, type Result } from '../model/Result.ts';
import { parseUrl } from '../links/parseUrl.ts';

/** Why the address of a smart embed is rejected. */
export type SmartEmbedProblem =
  'smart_embed_required' | 'smart_embed_invalid_url' | 'smart_embed_unsupported';

/**
 * Validates the address of a smart embed: it is required, must be a valid http(s) URL ('Need to be
 * a valid URL') and must be supported by a block type ('Smart Embed is not yet supported for this
 * URL').
 *
 * @param options.prefilled the field's initial value (`https://`), which counts as empty
 * @returns the embed; the message '{platform} embeds are supported!' uses its `platform`
 */
export function checkSmartEmbed(
  value: string,
  options: { readonly prefilled?: string; readonly kits?: readonly Kit[] } = {},
): Result<DetectedEmbed, SmartEmbedProblem> {
  const url = value.trim();
  if (url === '' || url === options.prefilled?.trim()) return refuse('smart_embed_required');
  if (!/^https?:\/\/[^/]/i.test(url) || parseUrl(url) === null)
    return refuse('smart_embed_invalid_url');
  const embed = detectEmbed(url, options.kits);
  return embed ? ok(embed) : refuse('smart_embed_unsupported');
}
