import type { Translate } from '../../../messages/Translate.ts';

/** The kind of a piece of the tryout. */
export type PieceKind = 'heading' | 'note' | 'flower' | 'star' | 'cobble' | 'image' | 'button';

/** A piece of the tryout. Position and size are fractions of the board's width, as for blocks. */
export interface TryoutPiece {
  readonly id: string;
  readonly kind: PieceKind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotationDeg: number;
  /** The text that visitors can edit; absent for pieces without text. */
  readonly text?: string;
}

/** The ratio of the board's height to its width. */
export const BOARD_HEIGHT = 0.92;

/** Creates the pieces that the board starts with, from back to front. */
export const createFirstPieces = (t: Translate): readonly TryoutPiece[] => [
  {
    id: 'image',
    kind: 'image',
    x: 0.5,
    y: 0.3,
    width: 0.42,
    height: 0.42,
    rotationDeg: 3,
  },
  {
    id: 'flower',
    kind: 'flower',
    x: 0.75,
    y: 0.06,
    width: 0.2,
    height: 0.2,
    rotationDeg: -8,
  },
  {
    id: 'heading',
    kind: 'heading',
    x: 0.06,
    y: 0.07,
    width: 0.66,
    height: 0.2,
    rotationDeg: 0,
  },
  {
    id: 'note',
    kind: 'note',
    x: 0.08,
    y: 0.34,
    width: 0.34,
    height: 0.3,
    rotationDeg: -4,
    text: t('tryout.firstNote'),
  },
  {
    id: 'button',
    kind: 'button',
    x: 0.08,
    y: 0.74,
    width: 0.32,
    height: 0.1,
    rotationDeg: 0,
    text: t('tryout.firstButton'),
  },
  {
    id: 'star',
    kind: 'star',
    x: 0.44,
    y: 0.66,
    width: 0.16,
    height: 0.16,
    rotationDeg: 10,
  },
  {
    id: 'cobble',
    kind: 'cobble',
    x: 0.78,
    y: 0.69,
    width: 0.16,
    height: 0.15,
    rotationDeg: -3,
  },
];
