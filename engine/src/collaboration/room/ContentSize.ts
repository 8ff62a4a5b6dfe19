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
 * the plan of its owner if that plan has ended; then it may still become smaller.
 */
export class ContentSize {
  private readonly records: Pick<PageRecords, 'blocks' | 'fields'>;
  /** The size of the page; null until the first change, since opening a page takes long enough. */
  private total: JsonSize | null = null;

  constructor(records: Pick<PageRecords, 'blocks' | 'fields'>) {
    this.records = records;
  }

  /** The size of the page with all changes so far; null if none was counted. */
  get counted(): JsonSize | null {
    return this.total;
  }

  /**
   * Counts a change that is already applied to the records, unless the page or one of its blocks
   * has become too large. Pauses at each block.
   */
  *add(change: Change, max: PageSizes): Work<Refusal<OpRejection> | null> {
    const { fields } = this.records;
    const { added, updated, removed, page } = change;
    let growth = NOTHING;
    const pairs = [
      ...Object.values(added).map((block): [null, Block] => [null, block]),
      ...Object.values(updated),
      ...Object.values(removed).map((block): [Block, null] => [block, null]),
    ];
    for (const [from, to] of pairs) {
      const before = from ? sizeOf(from) : NOTHING;
      const after = to ? sizeOf(to) : NOTHING;
      growth = sum(growth, difference(after, before));
      const unit = UNITS.find((each) => exceeds(after, before, max.block, each));
      if (unit && to) return tooLarge(unit, max.block, after, to.uuid);
      yield;
    }
    if (page) {
      const before = sizeOfFields({ ...fields, ...page.from });
      growth = sum(growth, difference(sizeOfFields(fields), before));
    }
    const total = this.total ? sum(this.total, growth) : yield* this.measure();
    const before = difference(total, growth);
    const unit = UNITS.find((each) => exceeds(total, before, max.page, each));
    if (unit) return tooLarge(unit, max.page, total, null);
    this.total = total;
    return null;
  }

  /** The size of the page as it is now. Pauses at each block. */
  *measure(): Work<JsonSize> {
    let total = sizeOfFields(this.records.fields);
    for (const block of this.records.blocks.values()) {
      total = sum(total, sizeOf(block));
      yield;
    }
    return total;
  }
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

function sum(a: JsonSize, b: JsonSize): JsonSize {
  return { bytes: a.bytes + b.bytes, values: a.values + b.values };
}

function difference(a: JsonSize, b: JsonSize): JsonSize {
  return { bytes: a.bytes - b.bytes, values: a.values - b.values };
}
