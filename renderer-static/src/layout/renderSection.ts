import type { Block } from '@cobble/engine';
import { borderCss, commonCss } from '../css/blockCss.ts';
import { cssNumber, scaledLength as length } from '../css/lengths.ts';
import { attributesHtml } from '../html/attributes.ts';
import { addResponsiveBackground } from './addResponsiveBackground.ts';
import { stackHeightPx } from './phoneHeights.ts';
import { MAX_PHONE_GAP_PX } from './PhoneLayout.ts';
import { renderContainer } from './renderContainer.ts';
import type { RenderState } from './RenderState.ts';
import { TIMESTAMP_CSS, timestampOf } from './timestampHtml.ts';

/** Position of a section on the page. */
export interface SectionPosition {
  /** Top of the section, px from the top of the page at the reference width. */
  readonly originY: number;
  readonly isLast: boolean;
}

/** Renders a section. It is centred on the window; its height follows from its bands. */
export function renderSection(section: Block, layout: SectionPosition, state: RenderState): string {
  const { page, sheet } = state;
  const className = state.newClass('s');
  const width = section.position.width || 1;
  const widthPx = width * page.referenceWidthPx;
  const heightPx = section.position.height * page.referenceWidthPx;
  const { html, flow } = renderContainer(section, state, {
    isInsideLink: false,
    ...layout,
    isSection: true,
  });
  const isEmpty = flow.bands.length === 0;
  sheet.add(`.${className}`, [
    ['width', length(widthPx)],
    ['margin-left', `calc((100% - ${length(widthPx)})/2)`],
    ...(isEmpty ? ([['height', length(heightPx)]] as const) : []),
    ...commonCss(section.styles, (url) => state.asset(url)),
    ...(section.properties.pointerEvents === 'none' ? ([['pointer-events', 'none']] as const) : []),
  ]);
  const inScale = { gutterPx: 0, overPx: page.referenceWidthPx };
  const stacked = flow.bands.map(({ rows }) => stackHeightPx(rows ?? [], page.referenceWidthPx));
  const phoneHeightPx = stacked.reduce((sum, each) => sum + each, 0) || heightPx;
  const onPhone =
    page.phoneLayout === 'automatic'
      ? { size: { widthPx: page.referenceWidthPx, heightPx: phoneHeightPx } }
      : undefined;
  addResponsiveBackground(state, `.${className}`, section.styles.background, {
    widthPx,
    heightPx,
    referenceWidthPx: page.referenceWidthPx,
    phone: { ...inScale, ...onPhone },
  });
  sheet.add(
    `.${className}::before`,
    borderCss({ ...section, position: { ...section.position, width } }, page.referenceWidthPx),
  );
  if (page.phoneLayout === 'automatic' && !isEmpty) {
    const below = Math.min(Math.max(flow.gapBelow, 0), MAX_PHONE_GAP_PX);
    sheet.addForPhone(`.${className}`, [['padding-bottom', `${cssNumber(below)}px`]]);
  }
  const { hideOn, effects } = section.properties;
  const timestamp = timestampOf(section, page.lang);
  if (timestamp) sheet.addKind(TIMESTAMP_CSS);
  const htmlId = state.sectionIds.get(section.uuid);
  const attributes = attributesHtml({
    class: [
      's',
      effects?.onHover ? `e-${effects.onHover}` : '',
      hideOn === 'mobile' ? 'no-phone' : '',
      hideOn === 'desktop' ? 'no-desktop' : '',
      className,
    ]
      .filter(Boolean)
      .join(' '),
    id: htmlId ? state.claimHtmlId(htmlId, section.uuid) : null,
  });
  // The Nu HTML checker warns about sections without a heading (see docs/decisions/0036).
  const tag = /<h[1-6][\s>]/.test(html) ? 'section' : 'div';
  return `<${tag}${attributes}>${html}${timestamp?.html ?? ''}</${tag}>\n`;
}
