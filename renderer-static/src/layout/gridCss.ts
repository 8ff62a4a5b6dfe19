import type { FlowGrid, GridArea } from '@cobble/engine';
import type { Declarations } from '../css/blockCss.ts';
import { scaledLength as length } from '../css/lengths.ts';

/** Row and column tracks of a grid. */
export function gridTracksCss(grid: FlowGrid): Declarations {
  const rows = grid.rows.map(({ size, grows }) =>
    grows ? `minmax(${length(size)},auto)` : length(size),
  );
  return [['grid-template', `${rows.join(' ')} / ${grid.columns.map(length).join(' ')}`]];
}

/** The grid lines that a block spans. */
export function gridAreaCss(area: GridArea): Declarations {
  const { rowStart, columnStart, rowEnd, columnEnd } = area;
  return [['grid-area', [rowStart, columnStart, rowEnd, columnEnd].join('/')]];
}
