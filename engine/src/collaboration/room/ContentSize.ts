import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { type JsonSize, jsonSize } from '../../model/jsonSize.ts';
import type { PageFields } from '../../model/Page.ts';
import { refuse, type Refusal } from '../../model/Result.ts';
import type { PageSizes } from '../../permissions/pageSizes.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { Work } from '../Work.ts';

const UNITS = ['bytes', 'values'] as const;
const NOTHING: JsonSize = { bytes: 0, values: 0 };

/** Sizes of blocks, which never change. */
const known = new WeakMap<Block, JsonSize>();

/**
 * How much a room's page contains, counted as when it is published [A13]. A page only grows beyond
 * the plan of its owner if that plan has ended; then it may still become smaller, and undos may restore
 * as much as it has contained since the first change.
 */
export class ContentSize {
  private readonly records: Pick<PageRecords, 'blocks' | 'fields'>;
  /** The size of the page with all changes so far. */
  private current: JsonSize = NOTHING;
  /** The largest size of the page and of a block so far, in each unit. */
  private most: PageSizes = { page: NOTHING, block: NOTHING };

  /** Call `measure` before the first change. */
  constructor(records: Pick<PageRecords, 'blocks' | 'fields'>) {
    this.records = records;
  }

  /** The size of the page with all changes so far. */
  get total(): JsonSize {
    return this.current;
  }

  /** Measures the page. Pauses after each block. */
  *measure(): Work<void> {
    const { blocks, fields } = this.records;
    let total = sizeOfFields(fields);
    let largest = NOTHING;
    for (const block of blocks.values()) {
      const size = sizeOf(block);
      total = sum(total, size);
      largest = larger(largest, size);
      yield;
    }
    this.most = { page: total, block: largest };
    this.current = total;
  }

  /**
   * Counts a change that is already applied to the records, unless the page or one of its blocks
   * has become too large. Pauses at each block.
   *
   * @param isUndo whether the change undoes a removal
   */
  *add(change: Change, limits: PageSizes, isUndo = false): Work<Refusal<OpRejection> | null> {
    const before = this.current;
    const { page, block } = this.most;
    const max = isUndo
      ? { page: larger(page, limits.page), block: larger(block, limits.block) }
      : limits;
    const { fields } = this.records;
    let total = before;
    let largest = block;
    for (const [from, to] of pairsOf(change)) {
      const was = from ? sizeOf(from) : NOTHING;
      const is = to ? sizeOf(to) : NOTHING;
      total = sum(total, difference(is, was));
      const unit = UNITS.find((each) => exceeds(is, was, max.block, each));
      if (unit && to) return tooLarge(unit, max.block, is, to.uuid);
      largest = larger(largest, is);
      yield;
    }
    if (change.page) {
      const was = sizeOfFields({ ...fields, ...change.page.from });
      total = sum(total, difference(sizeOfFields(fields), was));
    }
    const unit = UNITS.find((each) => exceeds(total, before, max.page, each));
    if (unit) return tooLarge(unit, max.page, total, null);
    this.most = { page: larger(page, total), block: largest };
    this.current = total;
    return null;
  }
}

/** The blocks of a change before and after it; null where the page does not have them. */
function pairsOf({
  added,
  updated,
  removed,
}: Change): readonly (readonly [Block | null, Block | null])[] {
  return [
    ...Object.values(added).map((block) => [null, block] as const),
    ...Object.values(updated),
    ...Object.values(removed).map((block) => [block, null] as const),
  ];
}

function tooLarge(
  unit: keyof JsonSize,
  max: JsonSize,
  size: JsonSize,
  uuid: string | null,
): Refusal<OpRejection> {
  const details = { unit, max: max[unit], count: size[unit] };
  return refuse('page_size_limit_exceeded', uuid === null ? details : { ...details, uuid });
}

/** Whether a size is too large and larger than before. */
function exceeds(size: JsonSize, before: JsonSize, max: JsonSize, unit: keyof JsonSize): boolean {
  return size[unit] > Math.max(max[unit], before[unit]);
}

function sizeOf(block: Block): JsonSize {
  const size = known.get(block) ?? jsonSize(block);
  known.set(block, size);
  return size;
}

function sizeOfFields({ settings, style }: Pick<PageFields, 'settings' | 'style'>): JsonSize {
  return jsonSize([settings, style]);
}

/** The larger of two sizes in each unit. */
function larger(a: JsonSize, b: JsonSize): JsonSize {
  return { bytes: Math.max(a.bytes, b.bytes), values: Math.max(a.values, b.values) };
}

function sum(a: JsonSize, b: JsonSize): JsonSize {
  return { bytes: a.bytes + b.bytes, values: a.values + b.values };
}

function difference(a: JsonSize, b: JsonSize): JsonSize {
  return { bytes: a.bytes - b.bytes, values: a.values - b.values };
}
