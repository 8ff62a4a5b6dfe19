import { iconPath } from '@cobble/engine';
import { attributesHtml } from './attributes.ts';

/** One of the product's marks as an inline image in the colour of the text around it. */
export function markSvg(name: string, className: string | null = null): string {
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
