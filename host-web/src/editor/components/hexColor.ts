/**
 * A colour of any form that pages hold as `#rrggbb` or `#rrggbbaa`, which is what the picker
 * takes; black when the browser does not know it.
 */
export function hexColor(color: string): string {
  if (/^#[\da-f]{6}([\da-f]{2})?$/i.test(color)) return color;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return '#000000';
  context.fillStyle = '#000000';
  context.fillStyle = color;
  const known = context.fillStyle;
  if (known.startsWith('#')) return known;
  const parts = known.match(/[\d.]+/g)?.map(Number) ?? [];
  return `#${parts
    .slice(0, 4)
    .map((part, index) =>
      Math.round(index === 3 ? part * 255 : part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
