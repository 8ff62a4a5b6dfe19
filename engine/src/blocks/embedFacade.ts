import { contrastRatio } from '../model/colors.ts';
import type { Box } from '../model/Position.ts';

/**
 * How a facade (the card that stands for a piece of another site) is laid out by its size, so that
 * both renderers draw the same. Px at the reference width.
 */
export interface EmbedFacade {
  /** `mark`: no room for words; `row`: words beside the mark; `column`: words below it. */
  readonly layout: 'mark' | 'row' | 'column';
  /** An image, or a dark screen, with a sign to play over it, in place of a card. */
  readonly isScreen: boolean;
  /** Side of the coloured tile that the mark stands on. */
  readonly tilePx: number;
  readonly titlePx: number;
  /** Size of the line that says where it leads; null where there is no room for it. */
  readonly actionPx: number | null;
  /** Between tile and words, and round the whole. */
  readonly gapPx: number;
}

/** Colours of facades, players and cards: paper, ink and quiet lines, with the site's own mark. */
export const FACADE_COLORS = {
  ground: '#FFFFFF',
  line: '#E6DED1',
  title: '#1E1A16',
  action: '#5F574B',
  /** Behind something to watch while no image of it is known. */
  screen: '#1E1A16',
} as const;

/** A mark on its brand's colour: white as brands draw it, black where white would be lost. */
export function facadeMarkColor(brandColor: string): '#000000' | '#FFFFFF' {
  return contrastRatio(brandColor, '#FFFFFF') >= 2.2 ? '#FFFFFF' : '#000000';
}

/**
 * Lays a facade out in a box, px at the reference width. What is to watch has a screen, but where
 * it is low and wide, and where there is neither an image of it nor room for words.
 */
export function layoutEmbedFacade(
  box: Pick<Box, 'width' | 'height'>,
  shown: { readonly isVideo: boolean; readonly hasImage: boolean },
): EmbedFacade {
  const facade = layoutCard(box);
  const { layout } = facade;
  const isScreen = layout === 'column' || (layout === 'mark' && shown.hasImage);
  return { ...facade, isScreen: shown.isVideo && isScreen };
}

function layoutCard({
  width,
  height,
}: Pick<Box, 'width' | 'height'>): Omit<EmbedFacade, 'isScreen'> {
  const least = Math.min(width, height);
  const inside = (most: number, share: number): number =>
    Math.max(16, Math.min(most, Math.round(least * share)));
  if (least < 40 || width < 132)
    return { layout: 'mark', tilePx: inside(56, 0.6), titlePx: 14, actionPx: null, gapPx: 8 };
  if (height < 132) {
    const actionPx = height < 64 ? null : 14;
    return { layout: 'row', tilePx: inside(48, 0.5), titlePx: 16, actionPx, gapPx: 12 };
  }
  return { layout: 'column', tilePx: inside(56, 0.3), titlePx: 18, actionPx: 14, gapPx: 12 };
}
