import { GEOMETRY } from '@cobble/engine';

/** Media query for phones. */
export const PHONE_QUERY = `(max-width:${String(GEOMETRY.phoneMaxWidthPx)}px)`;
