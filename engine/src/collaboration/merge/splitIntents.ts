import type { Intent } from '../protocol/intents.ts';
import { measureJson } from '../protocol/measureJson.ts';

/** The maximum number of blocks in one op; a larger paste becomes several ops. */
const MAX_THINGS = 400;

/**
 * Splits intents into as few ops as fit the size limits; usually one. Parents come before their
 * children, so that each op is valid on its own.
 */
export function splitIntents(intents: readonly Intent[]): Intent[][] {
  const isSmall = isWhole(intents) || intents.every((intent) => countOf(intent) <= MAX_THINGS);
  if (isSmall && measureJson(intents) !== null) return intents.length > 0 ? [[...intents]] : [];
  return intents.flatMap((intent): Intent[][] => {
    switch (intent.type) {
      case 'add-things':
      case 'restore-things':
        return chunks(intent.things).map((things) => [{ ...intent, things }]);
      case 'update-things':
        // An order is resolved among all the blocks that it names.
        return intent.updated.some(({ zIndex, groupOrder }) => zIndex || groupOrder)
          ? [[intent]]
          : chunks(intent.updated).map((updated) => [{ ...intent, updated }]);
      case 'remove-things':
      case 'update-page':
        return [[intent]];
    }
  });
}

/** Whether intents must stay in one op, because the room recognizes edits of the whole page. */
function isWhole(intents: readonly Intent[]): boolean {
  return intents.some(
    (intent) =>
      intent.type === 'remove-things' ||
      (intent.type === 'update-page' &&
        intent.partialPage.some(({ path }) => path[1] === 'referenceWidth')),
  );
}

function countOf(intent: Intent): number {
  if ('things' in intent) return intent.things.length;
  return intent.type === 'update-things' ? intent.updated.length : 0;
}

function chunks<Each>(all: readonly Each[]): Each[][] {
  const made: Each[][] = [];
  for (let at = 0; at < all.length; at += MAX_THINGS) made.push(all.slice(at, at + MAX_THINGS));
  return made;
}
