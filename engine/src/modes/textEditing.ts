import { layout } from './layout.ts';
import type { InputContext, InputState } from './InputContext.ts';
import { targetAt } from './targets.ts';

/** Text of one block is being edited; keys and presses inside it are the overlay's. */
export function textEditing(context: InputContext, block: string): InputState {
  const { host } = context;
  return {
    mode: { name: 'text-editing', block },
    handle(event) {
      if (event.type === 'keydown' && event.key === 'Escape') {
        host.stopTextEditing();
        context.home();
        return;
      }
      if (event.type !== 'pointerdown') return;
      if (event.handle === undefined && event.sectionEdge === undefined)
        if (targetAt(host, event) === block) return;
      host.stopTextEditing();
      context.home();
      // The same press goes on to do what it would have done at rest.
      layout(context).handle(event);
    },
  };
}
