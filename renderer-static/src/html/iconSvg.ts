import { iconPath } from '@cobble/engine/platforms';
import { attributesHtml } from './attributes.ts';

/** An icon of the product as inline SVG in the current text colour; '' for an unknown name. */
export function iconSvg(name: string, className: string | null = null): string {
  const icon = iconPath(name);
  if (!icon) return '';
  const svg = attributesHtml({
    class: className,
    viewBox: icon.viewBox,
    fill: 'currentColor',
    'aria-hidden': 'true',
  });
  return `<svg${svg}><path${attributesHtml({ d: icon.path })}/></svg>`;
}
