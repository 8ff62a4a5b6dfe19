import {
  checkHyperlink,
  cleanHtmlId,
  type Block,
  type PhonePosition,
  type Position,
  type Properties,
} from '@cobble/engine';
import { compact, field, number, oneOf, record, string } from './readFields.ts';
import { readStyles } from './readStyles.ts';

function readPosition(value: unknown): Position {
  const at = (name: string, min: number, max: number): number =>
    number(field(value, name), min, max) ?? 0;
  return {
    x: at('x', -1000, 1000),
    y: at('y', -1000, 1000),
    width: at('width', 0, 1000),
    height: at('height', 0, 1000),
    rotationDeg: at('rotationDeg', -360, 360),
    zIndex: Math.round(at('zIndex', -1000, 101_000)),
    ...compact({ pin: oneOf(field(value, 'pin'), ['left', 'right']) }),
  };
}

/** Position on phones; null unless all fields are valid. */
function readPhonePosition(value: unknown): PhonePosition | null {
  const position = {
    x: number(field(value, 'x'), -1000, 1000),
    y: number(field(value, 'y'), -1000, 1000),
    width: number(field(value, 'width'), 0, 1000),
    height: number(field(value, 'height'), 0, 1000),
  };
  const { x, y, width, height } = position;
  return x === null || y === null || width === null || height === null
    ? null
    : { x, y, width, height };
}

function readProperties(value: unknown): Properties {
  const link = string(field(value, 'hyperlink'), 2049)?.trim();
  return compact({
    htmlId: cleanHtmlId(string(field(value, 'htmlId'), 200) ?? '') || null,
    hyperlink: link !== undefined && checkHyperlink(link) === null ? link : null,
    hyperlinkTarget: oneOf(field(value, 'hyperlinkTarget'), ['_self', '_blank']),
    hideOn: oneOf(field(value, 'hideOn'), ['desktop', 'mobile']),
    effects: compact({
      onHover: oneOf(field(field(value, 'effects'), 'onHover'), [
        'grow',
        'underline',
        'opacity',
        'wobble',
      ]),
    }),
    displayTimestamp: oneOf(field(value, 'displayTimestamp'), ['off', 'always', 'hover']),
    pointerEvents: oneOf(field(value, 'pointerEvents'), ['auto', 'none']),
  });
}

/** The format that `toISOString` writes, for the days that every month has. */
const ISO_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Reads a time as ISO 8601 in UTC; null if invalid. */
function readTime(value: unknown): string | null {
  if (typeof value === 'string' && ISO_TIME.test(value)) return value;
  const ms = Date.parse(string(value, 40) ?? '');
  const iso = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  return /^\d{4}-/.test(iso) ? iso : null;
}

/**
 * Cache: blocks by the frozen record that they were read from; never invalidated, since frozen
 * records do not change.
 */
const blocksByRecord = new WeakMap<object, Block>();
const cacheable = new WeakSet<Block>();

/**
 * Reads a block from untrusted JSON. Common fields are checked; `content` is the record's own object
 * ({} if it is not an object), and each view checks the fields that it uses. Returns null without a
 * type.
 *
 * Results for frozen records, such as the editor's, are memoized, so a frozen record must be frozen
 * deeply. Other records may be changed in place and are read on every call.
 */
export function readBlock(uuid: string, value: unknown): Block | null {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value))
    return readUncached(uuid, value);
  const cached = blocksByRecord.get(value);
  if (cached?.uuid === uuid) return cached;
  const block = readUncached(uuid, value);
  if (block === null) return null;
  blocksByRecord.set(value, block);
  cacheable.add(block);
  return block;
}

/** Whether the block comes from a frozen record, so that results may be cached by it. */
export function isCacheable(block: Block): boolean {
  return cacheable.has(block);
}

function readUncached(uuid: string, value: unknown): Block | null {
  const type = string(field(value, 'type'), 41);
  if (type === null || type === '') return null;
  const mobile = readPhonePosition(field(field(value, 'positionOn'), 'mobile'));
  return {
    uuid,
    type,
    parentUuid: string(field(value, 'parentUuid'), 200) ?? undefined,
    altText: string(field(value, 'altText'), 2000) ?? undefined,
    clientCreatedAt: readTime(field(value, 'clientCreatedAt')) ?? undefined,
    position: readPosition(field(value, 'position')),
    ...(mobile && { positionOn: { mobile } }),
    properties: readProperties(field(value, 'properties')),
    styles: readStyles(field(value, 'styles')),
    ...compact({ contentVersion: number(field(value, 'contentVersion'), 1, 1_000_000) }),
    content: record(field(value, 'content')),
  };
}
