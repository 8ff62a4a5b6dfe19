import {
  type Background,
  type Block,
  type CssDeclarations,
  type CssLength,
  GEOMETRY,
  insetsOf,
  type Shadow,
  type SizePx,
  type Styles,
} from '@cobble/engine';
import { cssNumber, scaledLength as length } from './lengths.ts';
import { cssUrl } from './cssUrl.ts';

/** A mutable list of declarations. */
export type Declarations = [property: string, value: string][];

/** Declarations of a background. `asset` returns the URL of an image, or null to leave it out. */
export function backgroundCss(
  background: Background,
  asset: (url: unknown) => string | null,
): CssDeclarations {
  const css: Declarations = [];
  if (background.color !== undefined) css.push(['background-color', background.color]);
  const address = background.imageUrl === undefined ? null : asset(background.imageUrl);
  if (address === null) return css;
  const tiled = background.size === 'tile';
  const size = {
    cover: 'cover',
    contain: 'contain',
    stretch: '100% 100%',
    tile: `${cssNumber(background.tilePercent ?? GEOMETRY.defaultTilePercent)}% auto`,
  }[background.size ?? 'cover'];
  css.push(['background-image', cssUrl(address)]);
  css.push(['background-size', size]);
  css.push(['background-position', tiled ? '0 0' : 'center']);
  css.push(['background-repeat', background.repeat ?? (tiled ? 'repeat' : 'no-repeat')]);
  if (background.attachment === 'fixed') css.push(['background-attachment', 'fixed']);
  return css;
}

function shadowCss({ xPx, yPx, blurPx, color }: Shadow): string {
  return `${length(xPx)} ${length(yPx)} ${length(blurPx)} ${color}`;
}

/** The border, drawn inside the element's edge. */
export function borderCss(block: Block, referenceWidthPx: number): CssDeclarations {
  const { border } = block.styles;
  if (!border) return [];
  const widthPx = borderPxOf(block, referenceWidthPx);
  return [['border', `${length(widthPx)} ${border.style} ${border.color}`]];
}

/** Width of the border as on the canvas, limited so that it never enlarges the block. */
export function borderPxOf(block: Block, referenceWidthPx: number): number {
  return insetsOf(block, sizePxOf(block, referenceWidthPx)).borderPx;
}

/** Padding as on the canvas, limited to the space inside the border. */
export function paddingPxOf(block: Block, referenceWidthPx: number): number {
  return insetsOf(block, sizePxOf(block, referenceWidthPx)).paddingPx;
}

function sizePxOf({ position }: Block, referenceWidthPx: number): SizePx {
  const { width, height } = position;
  return { width: width * referenceWidthPx, height: height * referenceWidthPx };
}

/** Fills a block inside its padding, without enlarging the block. */
export function insetCss(paddingPx: number, length: CssLength): CssDeclarations {
  const size = paddingPx === 0 ? '100%' : `calc(100% - ${length(2 * paddingPx)})`;
  return [
    ['inset', length(paddingPx)],
    ['width', size],
    ['height', size],
  ];
}

/** Styles that all blocks share, except padding, border, line height and flip. */
export function commonCss(styles: Styles, asset: (url: unknown) => string | null): CssDeclarations {
  const css: Declarations = [];
  if (styles.background) css.push(...(backgroundCss(styles.background, asset) as Declarations));
  if (styles.opacity !== undefined && styles.opacity < 1)
    css.push(['opacity', cssNumber(styles.opacity)]);
  if (styles.borderRadiusPx) css.push(['border-radius', length(styles.borderRadiusPx)]);
  if (styles.boxShadow) css.push(['box-shadow', shadowCss(styles.boxShadow)]);
  const filters = [
    styles.blurPx ? `blur(${length(styles.blurPx)})` : '',
    styles.dropShadow ? `drop-shadow(${shadowCss(styles.dropShadow)})` : '',
  ].filter(Boolean);
  if (filters.length > 0) css.push(['filter', filters.join(' ')]);
  if (styles.overflow === 'hidden') css.push(['overflow', 'hidden']);
  if (styles.overflow === 'scroll') css.push(['overflow', 'auto']);
  return css;
}
