import type { Block, Flow } from '@cobble/engine';
import type { Declarations } from '../css/blockCss.ts';
import { scaledLength as length } from '../css/lengths.ts';
import { isCacheable } from '../page/readBlock.ts';
import type { PhoneScale } from '../images/PaintedBox.ts';
import { gridTracksCss } from './gridCss.ts';
import { flowOfContainer } from './containerFlow.ts';
import { renderCachedContainer, ContainerRecorder, type Slot } from './containerHtmlCache.ts';
import { PhoneLayout } from './PhoneLayout.ts';
import type { BlockLayout, ContainerLayout, RenderBox, RenderedBlock } from './BlockLayout.ts';
import { renderBlock } from './renderBlock.ts';
import type { RenderState } from './RenderState.ts';

const NOTHING: RenderedBlock = { html: '', className: '' };

/** Renders the blocks of a section or group as one grid for each band. */
export function renderContainer(
  container: Block,
  state: RenderState,
  layout: ContainerLayout,
): { readonly html: string; readonly flow: Flow } {
  const { page, sheet } = state;
  const blocks = page.childrenOf.get(container.uuid) ?? [];
  const isFlowing = layout.isSection === true && page.phoneLayout === 'automatic';
  const widthPx = (container.position.width || 1) * page.referenceWidthPx;
  const windowLeft = (widthPx - page.referenceWidthPx) / 2;
  const windowX = layout.isSection ? -windowLeft : (layout.windowX ?? null);
  const flow = flowOfContainer(container, blocks, state, { isFlowing, windowLeft });
  const inherited: PhoneScale = layout.phone ?? { gutterPx: 0, overPx: page.referenceWidthPx };
  const { isInsideLink, originY, isSection = false, isLast = false } = layout;
  const renderChildren = (group: Block, inner: ContainerLayout): string =>
    renderContainer(group, state, inner).html;
  const renderSlot = ({ index, box, area, phone }: Slot): RenderedBlock => {
    const block = blocks[index];
    if (!block) return NOTHING;
    const blockLayout: BlockLayout = {
      box,
      area,
      layer: index + 1,
      isInsideLink,
      originY,
      windowX,
      phone: phone ?? inherited,
      isFlowing,
      renderChildren,
    };
    const rendered = renderBlock(block, blockLayout, state);
    // A group consists of blocks that have been counted.
    if (block.type !== 'group') state.countBlock(rendered.html);
    return rendered;
  };
  const cached = renderCachedContainer(
    container,
    blocks,
    flow,
    { isSection, isLast },
    state,
    renderSlot,
  );
  if (cached !== null) return { html: cached, flow };

  const recorder = isCacheable(container) ? new ContainerRecorder(state) : null;
  const indices = new Map(blocks.map(({ uuid }, index) => [uuid, index]));
  const blockOf = (id: string): Block | undefined => blocks[indices.get(id) ?? -1];
  const renderBox: RenderBox = (box, grid, phone = null) => {
    const index = indices.get(box.id) ?? -1;
    const block = blocks[index];
    const area = grid.areas.get(box.id);
    if (!block || !area) return NOTHING;
    const slot = { index, box, area, phone };
    return recorder ? recorder.render(slot, block, renderSlot) : renderSlot(slot);
  };
  const below = isLast ? Math.max(0, flow.gapBelow) : flow.gapBelow;
  const bands = flow.bands.map((band, index) => {
    const name = isSection ? 'g' : 'n';
    const className = state.newClass(name);
    const margin = index === flow.bands.length - 1 ? length(below) : '0';
    const css: Declarations = [
      ...gridTracksCss(band.grid),
      ['margin', `${length(band.gap)} 0 ${margin} ${length(band.grid.left)}`],
    ];
    sheet.add(`.${className}`, css);
    const inner = band.rows
      ? new PhoneLayout(state, band.grid, renderBox, blockOf, windowLeft).rows(band.rows)
      : band.members.map((box) => renderBox(box, band.grid).html).join('');
    return `<div class="${name} ${className}">${inner}</div>`;
  });
  const html = bands.join('');
  return { html: recorder?.finish(container, flow, { isSection, isLast }, html) ?? html, flow };
}
