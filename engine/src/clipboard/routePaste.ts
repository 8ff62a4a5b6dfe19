import { type DetectedEmbed, detectEmbed } from '../blocks/embeds.ts';
import type { Kit } from '../blocks/Kit.ts';
import { readKits } from '../blocks/readKits.ts';
import { escapeLink } from '../links/escapeLink.ts';
import { checkLinkButtonUrl } from '../links/hyperlink.ts';
import { detectLink, type LinkPlatform } from '../platforms/platforms.ts';
import { inputError, readOptions } from '../model/inputError.ts';
import { isRecord } from '../model/json.ts';
import { ok, refuse, type Result } from '../model/Result.ts';
import { cutText } from '../text/cutText.ts';
import { hasClipboardBlocks } from './clipboardText.ts';
import { embedCodeUrl } from './embedCodeUrl.ts';

/** Contents of the system clipboard. Missing parts are '' or left out. */
export interface PastedData<Item = unknown> {
  readonly text?: string | undefined;
  /** `text/html`. Untrusted: parse it into the rich-text schema before use. */
  readonly html?: string | undefined;
  readonly files?: readonly Item[] | undefined;
}

/** State of the editor at the time of a paste. */
export interface PasteContext {
  /** The interface is in edit mode. */
  readonly isEditing: boolean;
  /** The user may edit the page. */
  readonly canEdit: boolean;
  /**
   * The focus is in a text field, in text that is being edited or in a dialog, which handles the
   * paste.
   */
  readonly isTyping: boolean;
  /** Third-party kits, which may recognise URLs of their own. */
  readonly kits?: readonly Kit[] | undefined;
}

/** Why a paste is refused. The host has the messages for these codes. */
export type PasteRefusal = 'paste_in_text_field' | 'paste_needs_editing' | 'not_permitted';

/** What a paste becomes. */
export type PasteRoute<Item = unknown> =
  /** HTML or text with blocks between their markers, for `editor.paste`, which validates them. */
  | { readonly kind: 'blocks'; readonly text: string }
  /** Files to upload. The upload rules decide which are accepted. */
  | { readonly kind: 'files'; readonly files: readonly Item[] }
  /** A GIPHY URL. `embed.content` is the content of a gif block. */
  | { readonly kind: 'gif'; readonly href: string; readonly embed: DetectedEmbed }
  /** A URL or a site's embed code that a block can show. */
  | {
      readonly kind: 'embed';
      readonly from: 'link' | 'code';
      readonly href: string;
      readonly embed: DetectedEmbed;
    }
  /** The URL of an external image. */
  | { readonly kind: 'image-url'; readonly href: string }
  /** Any other URL: becomes a button, styled for its platform if that is known. */
  | { readonly kind: 'link'; readonly href: string; readonly platform: LinkPlatform | null }
  /** Formatted text. `text` is the fallback, or ''; `isCut` as for plain text. */
  | {
      readonly kind: 'html';
      readonly html: string;
      readonly text: string;
      readonly isCut?: true;
    }
  /**
   * Plain text: trimmed, with LF line breaks. A longer one than a block accepts (100,000 characters)
   * is cut between words, and `isCut` is true: notify the user.
   */
  | { readonly kind: 'text'; readonly text: string; readonly isCut?: true }
  | { readonly kind: 'nothing' };

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/**
 * Decides what a paste becomes, without side effects. Files take precedence over blocks, then URLs,
 * embed codes, HTML and plain text. Fields of the wrong type (such as a number as `text`) are
 * ignored.
 *
 * @returns a route, or `paste_in_text_field` (leave the event to the field), `not_permitted`, or
 * `paste_needs_editing` ('Enter edit mode to paste')
 * @throws CobbleError `kit_invalid` for invalid kits or if a kit's function throws; `input_invalid`
 * for an invalid context
 */
export function routePaste<Item>(
  data: PastedData<Item>,
  context: PasteContext,
): Result<PasteRoute<Item>, PasteRefusal> {
  checkContext(context);
  if (context.isTyping) return refuse('paste_in_text_field');
  if (!context.canEdit) return refuse('not_permitted');
  if (!context.isEditing) return refuse('paste_needs_editing');
  return ok(routeOf(readData(data), readKits(context.kits)));
}

function checkContext(context: PasteContext): void {
  const names = ['isEditing', 'canEdit', 'isTyping', 'kits'] as const;
  const given = readOptions('context', context, names);
  for (const name of ['isEditing', 'canEdit', 'isTyping'] as const)
    if (typeof given[name] !== 'boolean')
      throw inputError(`context.${name}`, 'must be true or false');
}

/** {@link PastedData} with all parts. */
interface PastedParts<Item> {
  readonly text: string;
  readonly html: string;
  readonly files: readonly Item[];
}

/** Replaces missing fields and fields of the wrong type with empty ones. */
function readData<Item>(data: PastedData<Item>): PastedParts<Item> {
  const fields: Readonly<Record<string, unknown>> = isRecord(data) ? data : {};
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    text: textOf(fields.text),
    html: textOf(fields.html),
    files: Array.isArray(fields.files) ? (fields.files as readonly Item[]) : [],
  };
}

function routeOf<Item>(
  { files, text, html }: PastedParts<Item>,
  kits: readonly Kit[],
): PasteRoute<Item> {
  if (files.length > 0) return { kind: 'files', files };
  if (hasClipboardBlocks(html)) return { kind: 'blocks', text: html };
  // Older editors wrote them as plain text.
  if (hasClipboardBlocks(text)) return { kind: 'blocks', text };
  const href = soleUrl(text);
  if (href !== null) return routeOfLink(href, kits);
  const frameUrl = embedCodeUrl(text);
  const embed = frameUrl === null ? null : detectEmbed(frameUrl, kits);
  if (frameUrl !== null && embed) return { kind: 'embed', from: 'code', href: frameUrl, embed };
  const whole = text.replace(/\r\n?/g, '\n').trim();
  const plain = cutText(whole);
  const cut = plain === whole ? {} : { isCut: true as const };
  if (html !== '') return { kind: 'html', html, text: plain, ...cut };
  return plain === '' ? { kind: 'nothing' } : { kind: 'text', text: plain, ...cut };
}

/** Returns the escaped URL if the text is only a URL, else null. */
function soleUrl(text: string): string | null {
  const link = escapeLink(text.trim());
  // Relative links, such as "#1" or "/or/", are more likely to be text.
  return checkLinkButtonUrl(link) === null ? link : null;
}

function routeOfLink<Item>(href: string, kits: readonly Kit[]): PasteRoute<Item> {
  const embed = detectEmbed(href, kits);
  if (embed?.type === 'gif') return { kind: 'gif', href, embed };
  if (embed) return { kind: 'embed', from: 'link', href, embed };
  if (isImage(href)) return { kind: 'image-url', href };
  return { kind: 'link', href, platform: detectLink(href) };
}

function isImage(href: string): boolean {
  return /^https?:/i.test(href) && IMAGE.test(new URL(href).pathname);
}
