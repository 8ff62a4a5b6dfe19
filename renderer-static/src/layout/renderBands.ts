import {
  flowOf,
  readingOrderOf,
  type Block,
  type Flow,
  type FlowBox,
  type FlowGrid,
} from '@cobble/engine';
import type { Declarations } from '../css/blockCss.ts';
import { scaledLength as length } from '../css/lengths.ts';
import type { PhoneScale } from '../pictures/Painted.ts';
import { gridTracksCss } from './gridCss.ts';
import { PhoneLayout } from './PhoneLayout.ts';
import { withPinPlace } from './pinCss.ts';
import { growsWith, renderBlock, type HolderSetting } from './renderBlock.ts';
import type { RenderState } from './RenderState.ts';

/** Draws one block where a grid has it, and tells its class. */
export type DrawBlock = (
  box: FlowBox,
  grid: FlowGrid,
  phone?: PhoneScale,
) => { readonly html: string; readonly className: string };

/** What a section or group holds, as a grid a band (responsive.md, "The grid"). */
export function renderBands(
  holder: Block,
  state: RenderState,
  setting: HolderSetting,
): { readonly html: string; readonly flow: Flow } {
  const { page, sheet } = state;
  const blocks = page.childrenOf.get(holder.uuid) ?? [];
  const layers = new Map(blocks.map((block, index) => [block.uuid, { block, layer: index + 1 }]));
  const isFlowing = setting.isSection === true && page.phoneLayout === 'automatic';
  const widthPx = (holder.position.width || 1) * page.referenceWidthPx;
  const windowLeft = (widthPx - page.referenceWidthPx) / 2;
  const windowX = setting.isSection ? -windowLeft : (setting.windowX ?? null);
  const { referenceWidthPx, hideOverflow } = page;
  const stood = isFlowing
    ? blocks.map((each) =>
        withPinPlace(each, { windowX: -windowLeft, referenceWidthPx, hideOverflow }),
      )
    : blocks;
  const flow = flowOf(stood, holder.position.height, {
    referenceWidthPx: page.referenceWidthPx,
    grows: growsWith(state),
    rtl: page.isRtl,
    readingOrder: readingOrderOf(holder),
    phone: isFlowing ? { windowLeft, windowWidth: page.referenceWidthPx } : null,
  });
  const below = setting.isLast ? Math.max(0, flow.gapBelow) : flow.gapBelow;
  const asWindow: PhoneScale = setting.phone ?? { gutterPx: 0, overPx: page.referenceWidthPx };
  const draw: DrawBlock = (box, grid, phone = asWindow) => {
    const entry = layers.get(box.id);
    const place = grid.places.get(box.id);
    if (!entry || !place) return { html: '', className: '' };
    const { isInsideLink, originY } = setting;
    const children = (group: Block, inner: HolderSetting): string =>
      renderBands(group, state, inner).html;
    return renderBlock(
      entry.block,
      {
        box,
        place,
        layer: entry.layer,
        isInsideLink,
        originY,
        windowX,
        phone,
        isFlowing,
        children,
      },
      state,
    );
  };
  const html = flow.bands.map((band, index) => {
    const name = setting.isSection ? 'g' : 'n';
    const className = state.newClass(name);
    const isLast = index === flow.bands.length - 1;
    const css: Declarations = [
      ...gridTracksCss(band.grid),
      ['margin', `${length(band.gap)} 0 ${isLast ? length(below) : '0'} ${length(band.grid.left)}`],
    ];
    sheet.add(`.${className}`, css);
    const inner = band.rows
      ? new PhoneLayout(state, band.grid, draw, (id) => layers.get(id)?.block, windowLeft).rows(
          band.rows,
        )
      : band.members.map((box) => draw(box, band.grid).html).join('');
    return `<div class="${name} ${className}">${inner}</div>`;
  });
  return { html: html.join(''), flow };
}
