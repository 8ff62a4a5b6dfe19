import { GEOMETRY } from '@cobble/engine';

/** The media query of phones (decisions.md, "Geometry"). */
export const PHONE_QUERY = `(max-width:${String(GEOMETRY.phoneMaxWidthPx)}px)`;
