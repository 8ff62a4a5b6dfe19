import { isBlockId } from '../model/Block.ts';
import type { CobbleError } from '../model/CobbleError.ts';
import { isRecord } from '../model/json.ts';
import { migrationHint, notAPage, pageProblem } from './pageProblem.ts';

const POSITION_FIELDS = ['x', 'y', 'width', 'height', 'rotationDeg', 'zIndex'] as const;
const PARTS = ['properties', 'styles', 'content'] as const;

/**
 * Checks that a value has the outline of a page: a reference width, and blocks with an id, a
 * position, properties, styles and content. It is for pages that `parsePage` has accepted before, and
 * takes a few ms for ten thousand blocks; it does not look into the parts of a block.
 *
 * @returns the first problem, with the same code and path as from `parsePage`, or null
 */
export function checkOutline(page: unknown): CobbleError | null {
  if (!isRecord(page)) return notAPage(page);
  const { things, settings, style } = page;
  if (!isRecord(settings)) return pageProblem(['settings'], 'must be an object');
  const hint = migrationHint(settings);
  if (typeof settings.referenceWidth !== 'number')
    return pageProblem(['settings', 'referenceWidth'], `must be a number${hint}`);
  if (!isRecord(style)) return pageProblem(['style'], `must be an object${hint}`);
  if (!isRecord(things)) return pageProblem(['things'], 'must be an object of blocks by uuid');
  for (const key in things) {
    const problem = checkBlockOutline(things[key], key);
    if (problem) return problem;
  }
  return null;
}

/** {@link checkOutline} for the block with a given key. */
export function checkBlockOutline(block: unknown, key: string): CobbleError | null {
  if (!isRecord(block)) return pageProblem(['things', key], 'must be a block');
  const { uuid, type, parentUuid, position } = block;
  if (typeof uuid !== 'string' || !isBlockId(uuid))
    return pageProblem(['things', key, 'uuid'], 'must be a block id');
  if (typeof type !== 'string') return pageProblem(['things', key, 'type'], 'must be a string');
  if (parentUuid !== undefined && typeof parentUuid !== 'string')
    return pageProblem(['things', key, 'parentUuid'], 'must be a string');
  if (!isRecord(position)) return pageProblem(['things', key, 'position'], 'must be an object');
  for (const field of POSITION_FIELDS)
    if (!Number.isFinite(position[field]))
      return pageProblem(['things', key, 'position', field], 'must be a finite number');
  for (const part of PARTS)
    if (!isRecord(block[part])) return pageProblem(['things', key, part], 'must be an object');
  return null;
}
