import { holdsChrome, type InputContext, type InputState } from './InputContext.ts';
import { keyNames } from './keyNames.ts';
import { targetAt } from './targets.ts';

/**
 * Words of one block are being edited: rich ones of a text block, or the plain ones of a button or
 * note. Keys and presses inside it are the overlay's. A press outside ends it and then does what it
 * would have done at rest.
 */
export function textEditing(context: InputContext, block: string): InputState {
  const { host } = context;
  const isRich = host.blocks.get(block)?.type === 'text';
  const leave = (): void => {
    host.stopTextEditing();
    context.home();
  };
  return {
    mode: { name: isRich ? 'text-editing' : 'inline-text-editing', block },
    handle(event) {
      if (event.type === 'keydown') {
        if (event.key === 'Escape') leave();
        else if (keyNames(event).includes('ctrl+e')) {
          leave();
          context.atRest(event);
        }
        return;
      }
      if (event.type !== 'pointerdown') return;
      if (!holdsChrome(event) && targetAt(host, event) === block) return;
      leave();
      context.atRest(event);
    },
  };
}
