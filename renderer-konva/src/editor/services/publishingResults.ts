import { inputError, type Page } from '@cobble/engine';
import type { PublishingService } from './EditorServices.ts';

type Published = Awaited<ReturnType<PublishingService['publish']>>;
type Latest = Awaited<ReturnType<PublishingService['loadLatest']>>;

/**
 * Checks what a host's `publish` returned, without which the next publish would be based on a wrong
 * revision. Returns only the fields that the server sets.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkPublished(result: unknown): Published {
  const stored = readObject<keyof Published>('publish', result, '{ revision, updatedAt }');
  return {
    revision: readRevision('publish.revision', stored.revision),
    updatedAt: readString('publish.updatedAt', stored.updatedAt),
  };
}

/**
 * Checks what a host's `loadLatest` returned, except for the parts of the page that loading it
 * checks.
 *
 * @throws CobbleError `input_invalid` (details: `path`)
 */
export function checkLatest(result: unknown): Latest {
  const { page, hasPublishableChanges } = readObject<keyof Latest>(
    'loadLatest',
    result,
    '{ page, hasPublishableChanges }',
  );
  const { revision } = readObject<'revision'>('loadLatest.page', page, 'a page');
  readRevision('loadLatest.page.revision', revision);
  if (typeof hasPublishableChanges !== 'boolean')
    throw wrong('loadLatest.hasPublishableChanges', hasPublishableChanges, 'true or false');
  return { page: page as Page, hasPublishableChanges };
}

/**
 * Checks what a host's `publicUrl` returned, which may be nothing for a page without an address.
 *
 * @throws CobbleError `input_invalid` (details: `path`), such as for a promise
 */
export function checkPublicUrl(result: unknown): string | null {
  if (result === undefined || result === null) return null;
  if (typeof result !== 'string') throw wrong('publicUrl', result, 'a string');
  return result;
}

function readObject<Key extends string>(
  path: string,
  value: unknown,
  expected: string,
): Partial<Record<Key, unknown>> {
  if (typeof value === 'object' && value !== null) return value;
  const message = path.includes('.') ? `must be ${expected}` : `must return ${expected}`;
  throw inputError(path, message);
}

function readRevision(path: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(path, value, 'a whole number from 0');
}

function readString(path: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw wrong(path, value, 'a string in ISO 8601');
}

function wrong(path: string, value: unknown, expected: string): Error {
  const shown = typeof value === 'object' && value !== null ? 'an object' : String(value);
  return inputError(path, `is ${shown}, but must be ${expected}`);
}
