/** Attributes that any element may have, in addition to `aria-*`. */
export const COMMON_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['title', 'lang', 'dir', 'role', 'translate'],
]);

const paint = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity'];

/** The elements that a kit's view may create, with their attributes. */
export const STATIC_TAGS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...['p', 'div', 'span', 'strong', 'em', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark'],
      ...['br', 'hr', 'wbr', 'ul', 'dl', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'q'],
      ...['cite', 'code', 'pre', 'abbr', 'kbd', 'samp', 'figure', 'figcaption', 'table', 'caption'],
      ...['thead', 'tbody', 'tfoot', 'tr', 'summary'],
    ].map((tag) => [tag, []]),
  ),
  a: ['href', 'target'],
  audio: ['src', 'controls'],
  circle: ['cx', 'cy', 'r', ...paint],
  data: ['value'],
  details: ['open'],
  ellipse: ['cx', 'cy', 'rx', 'ry', ...paint],
  g: ['transform', ...paint],
  img: ['src', 'alt', 'width', 'height'],
  li: ['value'],
  line: ['x1', 'y1', 'x2', 'y2', ...paint],
  meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
  ol: ['start', 'reversed'],
  path: ['d', 'transform', ...paint],
  polygon: ['points', ...paint],
  polyline: ['points', ...paint],
  progress: ['value', 'max'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry', ...paint],
  svg: ['viewBox', 'preserveAspectRatio', 'width', 'height', ...paint],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
};

/** Elements without an end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'wbr', 'img']);
