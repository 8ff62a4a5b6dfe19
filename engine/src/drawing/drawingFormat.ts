/**
 * The encoded form of a drawing, version 1: `d1.`, then bits, six per character (A-Z a-z 0-9 - _).
 *
 *     strokes                           number, k 4
 *     for each stroke
 *       tool                            1 bit: 1 is the highlighter
 *       same colour as previous stroke  1 bit
 *       if not: has transparency        1 bit, then 24 or 32 bits of RGB(A)
 *       width                           number, k 6, in tenths of a pixel
 *       points after the first          number, k 4
 *       pressure varies                 1 bit
 *       if points follow: is curved     1 bit, k of coordinates 5 bits, and k of pressures 3 bits
 *                                       if pressure varies
 *       x, y                            signed, k 10, from the end of the previous stroke (or 0, 0)
 *       pressure                        6 bits
 *       for each further point
 *         x, y                          signed: the step from the previous point or, if curved, the
 *                                       difference from the previous step
 *         pressure                      signed, if it varies: the difference
 *
 * Numbers use Rice coding (see `BitWriter`). Steps are in tenths of a pixel, pressures in 63rds.
 * For handwriting, the result is 8% smaller than deflate (fflate) with base64 for twenty strokes,
 * and a quarter smaller for one. It cannot expand like a zip bomb, because each point takes at least
 * one bit.
 */
export const DRAWING_PREFIX = 'd1.';

/** The prefix of any version. */
export const ANY_DRAWING_PREFIX = /^d\d+\./;

/** Coordinates are stored in tenths of a pixel, pressures in 63rds. */
export const COORDINATE_STEPS = 10;
export const PRESSURE_STEPS = 63;
export const PRESSURE_BITS = 6;

/** Fixed Rice parameters. Those of positions and pressures are chosen for each stroke. */
export const RICE_PARAMETERS = { strokes: 4, width: 6, points: 4, start: 10 } as const;
/** Number of bits of the parameters chosen for each stroke. That of positions is at most 20. */
export const RICE_PARAMETER_BITS = { position: 5, pressure: 3 } as const;
