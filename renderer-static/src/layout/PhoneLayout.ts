import {
  GEOMETRY,
  type Block,
  type FlowBox,
  type FlowCluster,
  type FlowGrid,
  type FlowBackdrop,
  type FlowNode,
  type FlowPlaced,
  type FlowRow,
  type FlowStack,
} from '@cobble/engine';
import type { Declarations } from '../css/blockCss.ts';
import { cssNumber, LONE_TEXT_FLOOR_PX, PX, scaledLength, TEXT_FLOOR } from '../css/lengths.ts';
import { gridAreaCss, gridTracksCss } from './gridCss.ts';
import { backdropHeightPx, rowHeightOnPhonePx } from './phoneHeights.ts';
import type { SizePx } from '../images/PaintedBox.ts';
import type { RenderBox } from './BlockLayout.ts';
import { sizeCss } from './renderBlock.ts';
import type { RenderState } from './RenderState.ts';

/** Side padding of the screen, px. */
const GUTTER_PX = 16;

/** Largest vertical gap between rows, px. */
export const MAX_PHONE_GAP_PX = 40;

/** Clusters at least this wide, as a ratio of the window, run from edge to edge. */
const BLEED_RATIO = 0.96;

/** The gap between nodes of a row, and the gap between lines in a row of columns or cards; px. */
const ROW_GAP_PX = 16;
const LINE_GAP_PX = 32;

/** Clusters at least this tall that are neither images nor single texts count as cards, px. */
const CARD_HEIGHT_PX = 120;

/** Smallest distance of text from the screen's sides, px. */
const MIN_INSET_PX = 12;

/** Images at least this wide, as a ratio of their column, fill the column. */
const FILL_RATIO = 0.96;

/** Width of the phone that {@link MIN_INSET_PX} is checked for, px. */
const SCREEN_PX = 375;

/** Width between the gutters of the widest phone, px. */
const WIDEST_CONTENT_PX = GEOMETRY.phoneMaxWidthPx - 2 * GUTTER_PX;

/** Formats the gap above a node. */
type GapCss = (px: number) => string;

/** What contains rows: the screen or a column. */
interface Frame {
  /** Left and width in the space of the boxes, px at the reference width. */
  readonly leftPx: number;
  readonly widthPx: number;
  /** Side padding, px. */
  readonly gutterPx: number;
  readonly isColumn: boolean;
}

const sectionGap: GapCss = (px) => `${cssNumber(Math.min(px, MAX_PHONE_GAP_PX))}px`;

/**
 * Writes a band so that one document serves all screens. On desktops the wrappers of rows, clusters
 * and backdrops disappear (`display: contents`) and all blocks are in the band's grid. On phones
 * each cluster is a grid of its own, and clusters follow one another.
 */
export class PhoneLayout {
  private readonly state: RenderState;
  private readonly desktop: FlowGrid;
  private readonly renderBox: RenderBox;
  private readonly blockOf: (id: string) => Block | undefined;
  private readonly screen: Frame;

  /** @param leftPx left of the window in the space of the boxes */
  constructor(
    state: RenderState,
    desktop: FlowGrid,
    renderBox: RenderBox,
    blockOf: (id: string) => Block | undefined,
    leftPx = 0,
  ) {
    this.state = state;
    this.desktop = desktop;
    this.renderBox = renderBox;
    this.blockOf = blockOf;
    const widthPx = state.page.referenceWidthPx;
    this.screen = { leftPx, widthPx, gutterPx: GUTTER_PX, isColumn: false };
  }

  /** Renders rows one below the other. */
  rows(rows: readonly FlowRow[], gapCss: GapCss = sectionGap, frame: Frame = this.screen): string {
    return rows.map((row) => this.row(row, gapCss, frame)).join('');
  }

  private row(row: FlowRow, defaultGap: GapCss, frame: Frame): string {
    const { state } = this;
    const topPx = state.phoneTopPx + Math.min(row.gap, MAX_PHONE_GAP_PX);
    state.phoneTopPx = topPx;
    const html = this.rowHtml(row, defaultGap, frame);
    // Reset to an estimate, whatever the nested rows added.
    state.phoneTopPx = topPx + rowHeightOnPhonePx(row);
    return html;
  }

  private rowHtml(row: FlowRow, defaultGap: GapCss, frame: Frame): string {
    const isPlaced = row.nodes.some(({ kind }) => kind === 'placed');
    const gapCss = isPlaced ? this.placedGap : defaultGap;
    const visible = row.nodes.filter(({ kind }) => kind !== 'hidden');
    if (visible.length < 2)
      return row.nodes.map((node) => this.node(node, gapCss(row.gap), frame)).join('');
    const className = this.state.newClass('r');
    this.state.sheet.addForPhone(`.${className}`, [
      ['margin-top', gapCss(row.gap)],
      ...(visible.filter(isColumnOrCard).length > 1
        ? ([['gap', `${String(LINE_GAP_PX)}px ${String(ROW_GAP_PX)}px`]] as const)
        : []),
    ]);
    const nodes = row.nodes.map((node) => this.node(node, null, frame));
    return `<div class="r ${className}">${nodes.join('')}</div>`;
  }

  /** Blocks placed for phones keep the gap that their author chose. */
  private readonly placedGap: GapCss = (px) =>
    `calc(${cssNumber(px)}*min(1px,100cqw/${cssNumber(this.state.page.referenceWidthPx)}))`;

  /** @param gap gap above a node that has a row to itself; null in a row with several */
  private node(node: FlowNode, gap: string | null, frame: Frame): string {
    switch (node.kind) {
      case 'hidden':
        return this.renderBox(node.member, this.desktop).html;
      case 'backdrop':
        return this.backdrop(node, gap ?? '0');
      case 'stack':
        return this.stack(node);
      case 'cluster':
        return this.cluster(node, gap, frame);
      case 'placed':
        return this.placed(node, gap ?? '0');
    }
  }

  /** Blocks with a position for phones, as fractions of the screen. */
  private placed({ grid, members }: FlowPlaced, gap: string): string {
    const { page, sheet } = this.state;
    const className = this.state.newClass('c');
    const scale = `min(1px,100cqw/${cssNumber(page.referenceWidthPx)})`;
    const within = (px: number): string => `calc(${cssNumber(px)}*${scale})`;
    sheet.addForPhone(`.${className}`, [
      [PX, scale],
      ['width', within(grid.width)],
      ['margin', `${gap} 0 0 ${within(grid.left)}`],
      ...gridTracksCss(grid),
    ]);
    const html = members.map((box) => {
      const area = grid.areas.get(box.id);
      const block = this.blockOf(box.id);
      const onPhone = block?.positionOn?.mobile;
      const ref = page.referenceWidthPx;
      const rendered = this.renderBox(box, this.desktop, {
        gutterPx: 0,
        overPx: ref,
        ...(onPhone && { size: { widthPx: onPhone.width * ref, heightPx: onPhone.height * ref } }),
      });
      if (!area || !block || !onPhone || !box.phone) return rendered.html;
      const moved = { ...block, position: { ...block.position, ...onPhone } };
      sheet.addForPhone(`.${rendered.className}`, [
        ...gridAreaCss(area),
        ...sizeCss(moved, { box: { ...box, ...box.phone }, area }, page.referenceWidthPx),
      ]);
      return rendered.html;
    });
    return `<div class="c ${className}">${html.join('')}</div>`;
  }

  /** A column in a row: at least as wide as on desktops, at most as wide as the screen. */
  private stack(stack: FlowStack): string {
    const className = this.state.newClass('w');
    this.state.sheet.addForPhone(`.${className}`, [['flex', growingCss(stack.width)]]);
    const frame = { leftPx: stack.x, widthPx: stack.width, gutterPx: 0, isColumn: true };
    return `<div class="w ${className}">${this.rows(stack.rows, sectionGap, frame)}</div>`;
  }

  private cluster(cluster: FlowCluster, gap: string | null, frame: Frame): string {
    const { sheet } = this.state;
    const className = this.state.newClass('c');
    const { width } = cluster.grid;
    const { gutterPx } = frame;
    const bleeds =
      gap !== null &&
      !frame.isColumn &&
      !cluster.isSingleText &&
      width >= frame.widthPx * BLEED_RATIO &&
      textInset(cluster) * (SCREEN_PX / width) >= MIN_INSET_PX;
    const fills =
      gap !== null &&
      frame.isColumn &&
      cluster.appearance === 'image' &&
      width >= frame.widthPx * FILL_RATIO;
    // A column is a size container, so 100cqw is its width.
    const space = bleeds || gutterPx === 0 ? '100cqw' : `(100cqw - ${String(2 * gutterPx)}px)`;
    const share = `${space}/${cssNumber(Math.max(width, 1))}`;
    const css: Declarations = [[PX, fills ? `calc(${share})` : `min(1px,${share})`]];
    if (cluster.isSingleText) {
      css.push([TEXT_FLOOR, `${String(LONE_TEXT_FLOOR_PX)}px`]);
      if (gap === null) css.push(['flex', growingCss(width)]);
      else css.push(['margin', `${gap} ${cssPx(gutterPx)} 0`]);
    } else {
      const free = `${space} - ${scaledLength(width)}`;
      const alignment = cssNumber(alignmentOf(cluster, frame));
      const leftMargin = bleeds
        ? `calc((${free})/2)`
        : `calc(${gutterPx === 0 ? '' : `${cssPx(gutterPx)} + `}(${free})*${alignment})`;
      css.push(['width', scaledLength(width)]);
      if (gap !== null) css.push(['margin', `${gap} 0 0 ${leftMargin}`]);
      css.push(...gridTracksCss(cluster.grid));
    }
    const members = cluster.members.map((box) => {
      const rendered = this.renderBox(box, this.desktop, {
        gutterPx: bleeds ? 0 : 2 * GUTTER_PX,
        overPx: fills ? WIDEST_CONTENT_PX : Math.max(width, 1),
        ...(fills && { size: this.filling(box, width) }),
      });
      const area = cluster.grid.areas.get(box.id);
      if (area && !cluster.isSingleText)
        sheet.addForPhone(`.${rendered.className}`, gridAreaCss(area));
      return rendered.html;
    });
    sheet.addForPhone(`.${className}`, css);
    const kind = cluster.isSingleText ? 'c l' : 'c';
    return `<div class="${kind} ${className}">${members.join('')}</div>`;
  }

  /** A block's size when its cluster fills the widest phone. */
  private filling(box: FlowBox, widthPx: number): SizePx {
    const scale = WIDEST_CONTENT_PX / Math.max(widthPx, 1);
    const ref = this.state.page.referenceWidthPx;
    const { width = box.width / ref, height = box.height / ref } =
      this.blockOf(box.id)?.position ?? {};
    return { widthPx: width * ref * scale, heightPx: height * ref * scale };
  }

  private backdrop(node: FlowBackdrop, gap: string): string {
    const { backdrop, rows } = node;
    const className = this.state.newClass('h');
    const width = Math.max(1, Math.min(backdrop.width, this.state.page.referenceWidthPx));
    const scale = `min(1px,100cqw/${cssNumber(width)})`;
    const within: GapCss = (px) => (px === 0 ? '0' : `calc(${cssNumber(px)}*${scale})`);
    const end = Math.max(...rows.flatMap(({ nodes }) => nodes.map(({ y, height }) => y + height)));
    this.state.sheet.addForPhone(`.${className}`, [
      ['margin-top', gap],
      ['min-height', within(backdrop.height)],
      ['padding-bottom', within(Math.max(0, backdrop.y + backdrop.height - end))],
    ]);
    const size = { widthPx: width, heightPx: backdropHeightPx(node, width) };
    const phone = { gutterPx: 0, overPx: width, size };
    const behind = this.renderBox(backdrop, this.desktop, phone).html;
    return `<div class="h ${className}">${behind}${this.rows(rows, within)}</div>`;
  }
}

/** Whether a node is a column or a card. */
function isColumnOrCard(node: FlowNode): boolean {
  if (node.kind === 'stack') return true;
  if (node.kind !== 'cluster' || node.isSingleText) return false;
  return node.appearance !== 'image' && node.height >= CARD_HEIGHT_PX;
}

/** Smallest distance of a cluster's text from its sides, px at the reference width. */
function textInset({ members, x, width }: FlowCluster): number {
  const texts = members.filter(({ grows }) => grows);
  const insets = texts.map((box) => Math.min(box.x - x, x + width - box.x - box.width));
  return Math.min(...insets);
}

/** Formats screen px. */
function cssPx(px: number): string {
  return px === 0 ? '0' : `${String(px)}px`;
}

/** `flex` of a node that grows in proportion to its width, up to the screen's width. */
function growingCss(widthPx: number): string {
  const space = `100cqw - ${String(2 * GUTTER_PX)}px`;
  return `${cssNumber(Math.max(1, widthPx))} 1 min(${cssNumber(widthPx)}px,${space})`;
}

/** Horizontal alignment of a cluster in the free space: 0 left, 0.5 centre, 1 right. */
function alignmentOf({ x, grid }: FlowCluster, { leftPx, widthPx }: Frame): number {
  const free = widthPx - grid.width;
  if (free <= 0) return 0.5;
  return Math.min(1, Math.max(0, (x - leftPx) / free));
}
