import { contrastRatio } from '../model/colors.ts';
import type { Box } from '../model/Position.ts';

/**
 * The layout of an embed card for a given size, so that both renderers draw it identically. Lengths
 * are px at the reference width.
 */
export interface EmbedCard {
  /** `mark`: the icon only; `row`: text beside the icon; `column`: text below it. */
  readonly layout: 'mark' | 'row' | 'column';
  /**
   * Whether to show a thumbnail or a dark screen with a play button, instead of the tile. In the
   * layout `column` it has a caption.
   */
  readonly isScreen: boolean;
  /** Side of the coloured tile behind the icon, or diameter of the play button. */
  readonly tilePx: number;
  readonly titlePx: number;
  /** Font size of the line that names the link's target; null if there is no space for it. */
  readonly actionPx: number | null;
  /** Space between tile and text, and around both. */
  readonly gapPx: number;
}

/** Colours of embed cards and players. */
export const CARD_COLORS = {
  background: '#FFFFFF',
  line: '#E6DED1',
  title: '#1E1A16',
  action: '#5F574B',
  /** Background of a video without a thumbnail. */
  screen: '#1E1A16',
} as const;

/**
 * Returns the colour of an icon on its brand colour: white, or black where white has too little
 * contrast.
 */
export function brandIconColor(brandColor: string): '#000000' | '#FFFFFF' {
  return contrastRatio(brandColor, '#FFFFFF') >= 2.2 ? '#FFFFFF' : '#000000';
}

/**
 * Lays out an embed card in a box, in px at the reference width. A video gets a screen in the
 * layout `column`, and in the layout `mark` if it has a thumbnail.
 */
export function layoutEmbedCard(
  box: Pick<Box, 'width' | 'height'>,
  video: { readonly isVideo: boolean; readonly hasImage: boolean },
): EmbedCard {
  const card = cardSizes(box);
  const { layout } = card;
  const isScreen = layout === 'column' || (layout === 'mark' && video.hasImage);
  return { ...card, isScreen: video.isVideo && isScreen };
}

function cardSizes({ width, height }: Pick<Box, 'width' | 'height'>): Omit<EmbedCard, 'isScreen'> {
  const shorter = Math.min(width, height);
  const tileSize = (max: number, ratio: number): number =>
    Math.max(16, Math.min(max, Math.round(shorter * ratio)));
  if (shorter < 40 || width < 132)
    return { layout: 'mark', tilePx: tileSize(56, 0.6), titlePx: 14, actionPx: null, gapPx: 8 };
  if (height < 132) {
    const actionPx = height < 64 ? null : 14;
    return { layout: 'row', tilePx: tileSize(48, 0.5), titlePx: 16, actionPx, gapPx: 12 };
  }
  return { layout: 'column', tilePx: tileSize(56, 0.3), titlePx: 18, actionPx: 14, gapPx: 12 };
}
