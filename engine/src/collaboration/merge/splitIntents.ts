import type { Intent } from '../protocol/intents.ts';
import { measureJson } from '../protocol/measureJson.ts';

/** Blocks of one op at most; a large paste is several. */
const MAX_THINGS = 400;

/**
 * Intents in as many ops as it takes for each to be small enough for a message; mostly one. What
 * holds comes before what it holds, so that each op makes sense by itself.
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
        // An order is resolved among all that it names.
        return intent.updated.some(({ zIndex, groupOrder }) => zIndex || groupOrder)
          ? [[intent]]
          : chunks(intent.updated).map((updated) => [{ ...intent, updated }]);
      case 'remove-things':
      case 'update-page':
        return [[intent]];
    }
  });
}

/** What is done to the page as a whole is told by all of it being there. */
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
