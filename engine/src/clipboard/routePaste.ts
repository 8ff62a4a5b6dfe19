import { type DetectedEmbed, detectEmbed } from '../blocks/embeds.ts';
import type { Kit } from '../blocks/Kit.ts';
import { readKits } from '../blocks/readKits.ts';
import { checkLinkButtonUrl } from '../links/hyperlink.ts';
import { detectLink, type LinkPlatform } from '../platforms/platforms.ts';
import { isRecord } from '../model/json.ts';
import { ok, refuse, type Result } from '../model/Result.ts';
import { holdsBlocks } from './clipboardText.ts';
import { frameAddress } from './frameAddress.ts';

/** What the system's clipboard holds; what it lacks is '' or left out. */
export interface PastedData<Item = unknown> {
  /** `text/plain`. */
  readonly text?: string;
  /** `text/html`. Never trusted: whoever makes a block of it reads it into the rich-text schema. */
  readonly html?: string;
  readonly files?: readonly Item[];
}

/** Where somebody pastes. */
export interface PasteContext {
  /** The interface mode is Editing. */
  readonly isEditing: boolean;
  /** Whether the person may edit the page at all. */
  readonly canEdit: boolean;
  /** A text field, words being edited or a dialog has the focus: the paste is theirs. */
  readonly isTyping: boolean;
  /** Blocks of third parties, which may recognise addresses of their own. */
  readonly kits?: readonly Kit[];
}

/** Why a paste is not taken; a person's words for the codes are the host's. */
export type PasteRefusal = 'paste_in_text_field' | 'paste_needs_editing' | 'not_permitted';

/** What becomes of a paste. */
export type PasteRoute<Item = unknown> =
  /** Blocks between their markers, for `editor.paste`, which checks them. */
  | { readonly kind: 'blocks'; readonly text: string }
  /** Files to upload; the rules of uploads say which are taken. */
  | { readonly kind: 'files'; readonly files: readonly Item[] }
  /** An address of GIPHY; `content` is a gif block's. */
  | { readonly kind: 'gif'; readonly href: string; readonly embed: DetectedEmbed }
  /** An address, or a site's own HTML for embedding it, that a block can show. */
  | {
      readonly kind: 'embed';
      readonly from: 'link' | 'code';
      readonly href: string;
      readonly embed: DetectedEmbed;
    }
  /** The address of an image elsewhere. */
  | { readonly kind: 'image-url'; readonly href: string }
  /** An address by itself: a button, in its platform's look if it is a known one. */
  | { readonly kind: 'link'; readonly href: string; readonly platform: LinkPlatform | null }
  /** Formatted words; `text` is what to fall back to, '' for nothing. */
  | { readonly kind: 'html'; readonly html: string; readonly text: string }
  /** Words, trimmed, at most 20,000 letters, lines ended by `\n`. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' };

/** The most letters of plain text that become a block. */
const MAX_LETTERS = 20_000;

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/**
 * Decides what a paste becomes: files before blocks, blocks before addresses, addresses before
 * HTML, HTML before plain words. It reads, and changes nothing. Fields of another kind than they
 * should be (a text that is a number) count as left out.
 *
 * @returns a route, or `paste_in_text_field` (leave the event to the field), `not_permitted`, or
 *   `paste_needs_editing` ('Enter edit mode to paste')
 */
export function routePaste<Item>(
  data: PastedData<Item>,
  context: PasteContext,
): Result<PasteRoute<Item>, PasteRefusal> {
  if (context.isTyping) return refuse('paste_in_text_field');
  if (!context.canEdit) return refuse('not_permitted');
  if (!context.isEditing) return refuse('paste_needs_editing');
  return ok(routeOf(readData(data), readKits(context.kits)));
}

/** What a clipboard lacks, or has of another kind than it should, is not there. */
function readData<Item>(data: PastedData<Item>): Required<PastedData<Item>> {
  const given: Readonly<Record<string, unknown>> = isRecord(data) ? data : {};
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    text: textOf(given.text),
    html: textOf(given.html),
    files: Array.isArray(given.files) ? (given.files as readonly Item[]) : [],
  };
}

function routeOf<Item>(
  { files, text, html }: Required<PastedData<Item>>,
  kits: readonly Kit[],
): PasteRoute<Item> {
  if (files.length > 0) return { kind: 'files', files };
  if (holdsBlocks(text)) return { kind: 'blocks', text };
  const href = linkIn(text);
  if (href !== null) return routeOfLink(href, kits);
  const framed = frameAddress(text);
  const embed = framed === null ? null : detectEmbed(framed, kits);
  if (framed !== null && embed) return { kind: 'embed', from: 'code', href: framed, embed };
  const words = wordsOf(text);
  if (html !== '') return { kind: 'html', html, text: words };
  return words === '' ? { kind: 'nothing' } : { kind: 'text', text: words };
}

/** The hyperlink that a text is, and nothing but that. */
function linkIn(text: string): string | null {
  const link = text.trim();
  // What leads somewhere on this page or site is rather words: "#1", "/or/".
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

function wordsOf(text: string): string {
  const words = text.replace(/\r\n?/g, '\n').trim();
  if (words.length <= MAX_LETTERS) return words;
  // Half of a letter of two code units has no bytes.
  const splits = /[\ud800-\udbff]/.test(words.charAt(MAX_LETTERS - 1));
  return words.slice(0, splits ? MAX_LETTERS - 1 : MAX_LETTERS);
}
