import { type NewBlock, parseUrl } from '@cobble/engine';
import { detectLink } from '@cobble/engine/platforms';
import type { EditorStore } from '../stores/EditorStore.ts';
import { addInView } from './toolCommands.ts';

/** The initial appearance of a button with a link. */
export interface LinkButtonAppearance {
  readonly text: string;
  readonly color: string;
  /** A name for `iconPath`; null for none. */
  readonly icon: string | null;
}

/** Colour of a button whose link leads to no known platform. */
const PLAIN_COLOR = '#2B4EFF';

/** Text, colour and icon of a button for a link: those of its platform, if it is known. */
export function linkButtonAppearance(href: string): LinkButtonAppearance {
  const platform = detectLink(href);
  return {
    text: platform?.name ?? shortAddress(href),
    color: platform?.color ?? PLAIN_COLOR,
    icon: platform?.icon ?? null,
  };
}

/**
 * Adds a button in view for a valid link, styled for its platform. Notifies the user of a refusal.
 *
 * @param text of the button; default: as in {@link linkButtonAppearance}
 * @param where as for `addSizedInView`
 * @returns the new block's id; null if it was refused
 */
export function addLinkButton(
  store: EditorStore,
  link: string,
  text?: string,
  where: 'middle' | 'free' = 'middle',
): string | null {
  const href = link.trim();
  const appearance = linkButtonAppearance(href);
  const block: NewBlock<'rich-button'> = {
    type: 'rich-button',
    content: {
      richButtonColor: appearance.color,
      richButtonText: { text: text ?? appearance.text, font: 'Lato', bold: true, align: 'center' },
      ...(appearance.icon === null
        ? {}
        : { richButtonIcon: { icon: appearance.icon, placement: 'left' } }),
    },
    properties: {
      hyperlink: href,
      hyperlinkTarget: /^[#/]/.test(href) ? '_self' : '_blank',
    },
  };
  return addInView(store, block, {}, where);
}

/** The short form of an address: its host, or what follows `tel:`; 'Button' for others. */
function shortAddress(href: string): string {
  if (/^tel:/i.test(href)) return href.slice(4);
  const url = /^https?:/i.test(href) ? parseUrl(href) : null;
  return url?.hostname.replace(/^www\./, '') ?? 'Button';
}
