import type { InputContext, InputState } from './InputContext.ts';

/**
 * Several fingers were down and mean nothing any more: until all are up, none of them does
 * anything. For everything else the editor is at rest.
 */
export function lifting(context: InputContext): InputState {
  return {
    mode: { name: 'layout' },
    handle(event) {
      const isFinger = 'pointerType' in event && event.pointerType === 'touch';
      if (!isFinger && event.type !== 'pointercancel') context.atRest(event);
      else if (context.fingers.size === 0) context.home();
    },
  };
}
