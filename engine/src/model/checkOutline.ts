import type { CobbleError } from './CobbleError.ts';
import { isRecord } from './isRecord.ts';
import { pageProblem } from './pageProblem.ts';

const LENGTHS = ['x', 'y', 'width', 'height', 'rotationDeg', 'zIndex'] as const;
const PARTS = ['properties', 'styles', 'content'] as const;

/**
 * Looks whether a value has a page's outline: blocks with a place and their parts, a reference
 * width. What is in the parts is `parsePage`'s to check; this is for pages that should have passed
 * it, and costs a few ms for ten thousand blocks.
 *
 * @returns the first problem, with the code and path that `parsePage` has for it, or null
 */
export function checkOutline(page: unknown): CobbleError | null {
  if (!isRecord(page)) return pageProblem([], 'must be a page');
  const { things, settings, style } = page;
  if (!isRecord(settings)) return pageProblem(['settings'], 'must be an object');
  if (typeof settings.referenceWidth !== 'number')
    return pageProblem(['settings', 'referenceWidth'], 'must be a number');
  if (!isRecord(style)) return pageProblem(['style'], 'must be an object');
  if (!isRecord(things)) return pageProblem(['things'], 'must be an object of blocks by uuid');
  for (const key in things) {
    const problem = checkBlockOutline(things[key], key);
    if (problem) return problem;
  }
  return null;
}

/** The same of one block, which stands under a key. */
export function checkBlockOutline(block: unknown, key: string): CobbleError | null {
  if (!isRecord(block)) return pageProblem(['things', key], 'must be a block');
  const { uuid, type, parentUuid, position } = block;
  if (typeof uuid !== 'string') return pageProblem(['things', key, 'uuid'], 'must be text');
  if (typeof type !== 'string') return pageProblem(['things', key, 'type'], 'must be text');
  if (parentUuid !== undefined && typeof parentUuid !== 'string')
    return pageProblem(['things', key, 'parentUuid'], 'must be text');
  if (!isRecord(position)) return pageProblem(['things', key, 'position'], 'must be an object');
  for (const field of LENGTHS)
    if (!Number.isFinite(position[field]))
      return pageProblem(['things', key, 'position', field], 'must be a number');
  for (const part of PARTS)
    if (!isRecord(block[part])) return pageProblem(['things', key, part], 'must be an object');
  return null;
}
