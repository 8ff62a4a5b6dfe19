/** A filled outline of the catalogue, drawn for this product. */
export interface ShapeDefinition {
  /** SVG path data in a 100 by 100 box; it stretches with the block's box. */
  readonly path: string;
  /** Height over width of a new block of this shape; null lets it be any. */
  readonly aspectRatio: number | null;
}

/** The shapes by the name that `shapeType` holds (editing-canvas.md section 3). */
export const SHAPES: Readonly<Record<string, ShapeDefinition>> = {
  rectangle: { path: 'M0 0H100V100H0Z', aspectRatio: null },
  oval: {
    path: 'M50 0A50 50 0 0 1 50 100A50 50 0 0 1 50 0Z',
    aspectRatio: null,
  },
  triangle: { path: 'M50 0L100 100H0Z', aspectRatio: null },
};
