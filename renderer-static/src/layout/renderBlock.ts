import {
  cornerRadiusPx,
  dateIn,
  findDefinition,
  leadsToPage,
  migrateKitBlock,
  quarterPx,
  rotationOf,
  type Block,
} from '@cobble/engine';
import {
  isPausable,
  PAUSABLE_LINK_CSS,
  pauseControlsHtml,
} from '../blocks/animated-image/pauseControls.ts';
import { staticViews } from '../blocks/staticViews.ts';
import { kitViewOf } from '../blocks/kit/kitView.ts';
import { unknownView } from '../blocks/unknown/unknownView.ts';
import {
  borderCss,
  borderPxOf,
  commonCss,
  paddingPxOf,
  type Declarations,
} from '../css/blockCss.ts';
import { cssNumber, scaledFontSize, scaledLength as length } from '../css/lengths.ts';
import { attributesHtml } from '../html/attributes.ts';
import { escapeHtml } from '../html/escapeHtml.ts';
import type { AboveFold } from '../fonts/FontUses.ts';
import { insetBox, type PaintedBox, type PhoneScale } from '../images/PaintedBox.ts';
import { isCacheable } from '../page/readBlock.ts';
import type { StaticBlock, StaticContext, StaticView } from '../RenderOptions.ts';
import { addResponsiveBackground } from './addResponsiveBackground.ts';
import type { BlockLayout, RenderedBlock } from './BlockLayout.ts';
import { BlockRecording } from './BlockRecording.ts';
import { contentEdgeCss } from './contentEdgeCss.ts';
import { gridAreaCss } from './gridCss.ts';
import { cacheBlock, findCachedBlock, type BlockHtmlParts } from './blockHtmlCache.ts';
import { pinCss } from './pinCss.ts';
import type { RenderState } from './RenderState.ts';
import { TIMESTAMP_CSS, timestampOf } from './timestampHtml.ts';

/** Images above this are loaded eagerly, px at the reference width. */
const NEAR_TOP_PX = 900;

/**
 * Images above this are loaded eagerly on phones with automatic layout, screen px: a little less
 * than the height of a typical screen.
 */
const NEAR_TOP_ON_PHONE_PX = 700;

/**
 * Renders a block and adds its rules to the style sheet. Unchanged frozen records reuse their
 * cached HTML.
 */
export function renderBlock(block: Block, layout: BlockLayout, state: RenderState): RenderedBlock {
  const aboveFold = aboveFoldOf(block, layout);
  const isNearTop = isNearTopOf(aboveFold, state);
  // Groups depend on their children, and a kit's view may change between renderings.
  const isCacheableType = block.type !== 'group' && Object.hasOwn(staticViews, block.type);
  const cached =
    isCacheableType && isCacheable(block) ? findCachedBlock(block, layout, isNearTop, state) : null;
  if (cached) return cached;
  const render = (): BlockHtmlParts =>
    renderUncached(block, layout, { aboveFold, isNearTop }, state);
  if (!isCacheableType || !isCacheable(block)) {
    const { start, className, end } = render();
    return { html: start + className + end, className };
  }
  const recording = new BlockRecording();
  return cacheBlock(
    block,
    { layout, isNearTop, recording },
    state.recordEffects(recording, render),
    state,
  );
}

function renderUncached(
  block: Block,
  layout: BlockLayout,
  { aboveFold, isNearTop }: { readonly aboveFold: AboveFold; readonly isNearTop: boolean },
  state: RenderState,
): BlockHtmlParts {
  const { properties } = block;
  const link = layout.isInsideLink ? undefined : properties.hyperlink;
  const className = state.newClass('b');
  const fonts = new Set<string>();
  const flags = { isLink: link !== undefined, isPinned: block.position.pin !== undefined };
  const context = contextOf(block, layout, { ...flags, aboveFold, isNearTop }, state, fonts);
  const view = viewOf(block, state)(block, context);
  const { html, css = [], classes = [], label, role } = view;
  for (const family of fonts) state.fonts.add(family, { text: textOf(html) }, null);
  const borderRadiusPx = cornerRadiusPx(block, state.page.referenceWidthPx);
  state.sheet.add(`.${className}`, [
    ...gridAreaCss(layout.area),
    ['z-index', String(layout.layer)],
    ...sizeCss(block, layout, state.page.referenceWidthPx),
    ...commonCss({ ...block.styles, borderRadiusPx }, (url) => state.asset(url)),
    ...css,
    ...frameCss(block, view, state),
    ...(properties.pointerEvents === 'none' ? ([['pointer-events', 'none']] as const) : []),
  ]);
  addResponsiveBackground(
    state,
    `.${className}`,
    block.styles.background,
    insetBox(paintedBoxOf(block, layout, state), borderPxOf(block, state.page.referenceWidthPx)),
  );
  const { windowX, isFlowing, box } = layout;
  const { referenceWidthPx, hideOverflow } = state.page;
  if (block.position.pin && windowX !== null)
    state.sheet.addForDesktop(
      `.${className}`,
      pinCss(block, { box, windowX, referenceWidthPx, isMoved: isFlowing, hideOverflow }),
    );
  else if (state.page.hasPins && !hideOverflow && windowX !== null && !containsPins(block, state))
    state.sheet.addForWide(`.${className}`, contentEdgeCss(block, box, windowX, referenceWidthPx));
  const { flip } = block.styles;
  if (flip && findDefinition(block, state.options.kits)?.capabilities.mirrors)
    state.sheet.add(`.${className} .fill`, [
      ['scale', `${flip.x ? '-1' : '1'} ${flip.y ? '-1' : '1'}`],
    ]);
  if (block.type === 'group')
    state.sheet.add(`.${className}::before`, borderCss(block, state.page.referenceWidthPx));

  const hover = properties.effects?.onHover;
  const { opacity } = block.styles;
  if (hover === 'opacity' && opacity !== undefined && opacity < 1)
    state.sheet.add(`.${className}:is(:hover,:focus-visible)`, [
      ['opacity', cssNumber(opacity * 0.7)],
    ]);
  const timestamp = timestampOf(block, state.page.lang);
  if (timestamp) state.sheet.addKind(TIMESTAMP_CSS);
  // An aria-label replaces the content, so it must include the date.
  const dated = (name: string): string => (timestamp ? `${name}, ${timestamp.date}` : name);
  const name = label ?? block.altText;
  const names = ['b', ...classes];
  if (hover) names.push(`e-${hover}`);
  if (properties.hideOn === 'mobile') names.push('no-phone');
  if (properties.hideOn === 'desktop') names.push('no-desktop');
  const ownAttributes = attributesHtml({
    id: properties.htmlId ? state.claimHtmlId(properties.htmlId, block.uuid) : null,
    'aria-label': link === undefined && role === 'img' ? (name && dated(name)) || null : null,
    role: role === 'img' && link === undefined && name ? 'img' : null,
    'aria-hidden': role === 'none' && link === undefined && !timestamp ? 'true' : null,
  });
  const opensTab =
    properties.hyperlinkTarget === '_blank' && link !== undefined && leadsToPage(link);
  const linkAttributes =
    link === undefined
      ? ''
      : attributesHtml({
          href: state.linkTo(link),
          ...(opensTab ? { target: '_blank', rel: 'noopener' } : {}),
          'aria-label': label === undefined ? null : dated(name || linkName(link)),
        });
  const inside = html + (timestamp?.html ?? '');
  const classNames = escapeHtml(names.filter(Boolean).join(' '));
  if (link !== undefined && isPausable(html)) {
    state.sheet.addKind(PAUSABLE_LINK_CSS);
    return {
      start: `<div class="${classNames} `,
      className,
      end: `"${ownAttributes}>${pauseControlsHtml(name, state.t)}<a class="over"${linkAttributes}>${inside}</a></div>`,
    };
  }
  const tag = link === undefined ? 'div' : 'a';
  return {
    start: `<${tag} class="${classNames} `,
    className,
    end: `"${ownAttributes}${linkAttributes}>${inside}</${tag}>`,
  };
}

/** Whether a group contains pinned blocks. */
function containsPins({ uuid }: Block, state: RenderState): boolean {
  const children = state.page.childrenOf.get(uuid) ?? [];
  return children.some((child) => child.position.pin !== undefined || containsPins(child, state));
}

function viewOf(block: Block, state: RenderState): StaticView {
  if (Object.hasOwn(staticViews, block.type))
    return (staticViews as Readonly<Record<string, StaticView>>)[block.type] ?? unknownView;
  const { uuid, type } = block;
  const kit = state.kitOf(type);
  if (!kit?.staticView) {
    state.warn({ code: 'unknown_type', uuid });
    return unknownView;
  }
  const fail = (message: string): void => {
    state.warn({ code: 'kit_view_failed', uuid, message });
  };
  const { kits = [] } = state.options;
  if (findDefinition(block, kits)) return kitViewOf(kit, kits, fail);
  const { problem } = migrateKitBlock(block, kits);
  fail(problem ? `${problem.path.join('.')} ${problem.message}` : 'the kit cannot read it');
  return unknownView;
}

/** Which screens show a block without scrolling. */
function aboveFoldOf({ properties }: Block, { originY, box }: BlockLayout): AboveFold {
  const isNearTop = originY + box.y < NEAR_TOP_PX;
  return {
    phone: isNearTop && properties.hideOn !== 'mobile',
    desktop: isNearTop && properties.hideOn !== 'desktop',
  };
}

/** Whether images load eagerly: only if every screen shows the block above the fold. */
function isNearTopOf(aboveFold: AboveFold, { page, phoneTopPx }: RenderState): boolean {
  return (
    aboveFold.phone &&
    aboveFold.desktop &&
    (page.phoneLayout === 'scaled' || phoneTopPx < NEAR_TOP_ON_PHONE_PX)
  );
}

/** Text of generated HTML, in which no attribute contains `>`. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}

/** @param fonts receives the families that the view uses without naming the text */
function contextOf(
  block: Block,
  layout: BlockLayout,
  {
    isLink,
    isPinned,
    aboveFold,
    isNearTop,
  }: {
    readonly isLink: boolean;
    readonly isPinned: boolean;
    readonly aboveFold: AboveFold;
    readonly isNearTop: boolean;
  },
  state: RenderState,
  fonts: Set<string>,
): StaticContext {
  const isInsideLink = layout.isInsideLink || isLink;
  const top = layout.originY + layout.box.y;
  const windowX = isPinned || layout.windowX === null ? null : layout.windowX + layout.box.x;
  return {
    referenceWidthPx: state.page.referenceWidthPx,
    isSafeMode: state.options.safeMode === true,
    isInsideLink,
    isNearTop,
    length,
    fontSize: scaledFontSize,
    useFont: (family, use) => {
      if (use) state.fonts.add(family, use, aboveFold);
      else fonts.add(family);
    },
    classFor: (declarations) => state.sheet.classFor(declarations),
    useCss: (css) => {
      state.sheet.addKind(css);
    },
    asset: (url) => state.asset(url),
    media: (url) => state.mediaAddress(url),
    image: (url) => state.image(url),
    painted: insetBox(
      paintedBoxOf(block, layout, state),
      borderPxOf(block, state.page.referenceWidthPx) +
        paddingPxOf(block, state.page.referenceWidthPx),
    ),
    isLcpCandidate: isNearTop && state.isLcpCandidate(block),
    useScript: (text) => {
      state.addScript(text);
    },
    useFrames: (source) => {
      state.addFrames(source);
    },
    codeUrl: (uuid, code) => state.codeUrl(uuid, code),
    headingTag: (level) => state.headingTag(level),
    t: state.t,
    date: (iso) => dateIn(state.page.lang, iso),
    posts: (accountId) => state.posts(accountId),
    linkTo: (href) => state.linkTo(href),
    children: (group) =>
      layout.renderChildren(group, {
        isInsideLink,
        originY: top,
        windowX,
        phone: scaleInside(layout),
      }),
  };
}

/** The block's box as painted on each screen. */
function paintedBoxOf(
  { position }: Block,
  { phone }: BlockLayout,
  { page }: RenderState,
): PaintedBox {
  const { referenceWidthPx } = page;
  return {
    widthPx: position.width * referenceWidthPx,
    heightPx: position.height * referenceWidthPx,
    referenceWidthPx,
    phone,
  };
}

/** An explicit size applies to the group, not to its children. */
function scaleInside({ phone: { gutterPx, overPx } }: BlockLayout): PhoneScale {
  return { gutterPx, overPx };
}

/**
 * A block's size. A rotated block is centred in its bounds. Text, and blocks that contain text, may
 * grow taller.
 */
export function sizeCss(
  block: Block,
  { box, area }: Pick<BlockLayout, 'box' | 'area'>,
  referenceWidthPx: number,
): Declarations {
  const deg = rotationOf(block) % 360;
  const height = deg === 0 ? box.height : quarterPx(block.position.height * referenceWidthPx);
  const css: Declarations = [
    [box.grows || area.stretches ? 'min-height' : 'height', length(height)],
  ];
  if (area.stretches) css.push(['align-self', 'stretch']);
  if (deg === 0) return css;
  const width = quarterPx(block.position.width * referenceWidthPx);
  css.push(['width', length(width)]);
  css.push(['margin', `${length((box.height - height) / 2)} ${length((box.width - width) / 2)}`]);
  css.push(['rotate', `${cssNumber(deg)}deg`]);
  return css;
}

/**
 * Padding and border, and the least padding at the sides that its view needs. A group's border is
 * drawn over its edge, since its children are positioned from there.
 */
function frameCss(
  block: Block,
  { leastSidePaddingPx = 0 }: StaticBlock,
  state: RenderState,
): Declarations {
  if (block.type === 'group') return [];
  const padding = paddingPxOf(block, state.page.referenceWidthPx);
  const sides = Math.max(padding, leastSidePaddingPx);
  const size = sides === padding ? length(padding) : `${length(padding)} ${length(sides)}`;
  return [
    ...(sides > 0 ? ([['padding', size]] as Declarations) : []),
    ...(borderCss(block, state.page.referenceWidthPx) as Declarations),
  ];
}

/** Fallback name of a link: its target without the protocol. */
function linkName(link: string): string {
  return link.replace(/^(https?:\/\/|mailto:|tel:)(www\.)?/i, '').replace(/\/$/, '') || link;
}
