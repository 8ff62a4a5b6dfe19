import { action, observable, runInAction } from 'mobx';
import type { SnapGuide } from '../geometry/SnapGuide.ts';
import type { Box } from '../model/Position.ts';
import type { EditorMode } from './EditorMode.ts';
import type { InputContext, InputState } from './InputContext.ts';
import { inputEventSchema } from './InputEvent.ts';
import type { InputMachine } from './InputMachine.ts';
import { layout } from './layout.ts';
import type { ModeHost } from './ModeHost.ts';
import { textEditing } from './textEditing.ts';

const NO_GUIDES: readonly SnapGuide[] = [];

/**
 * Makes the machine that turns plain input events into an editor's edits: presses, clicks, drags,
 * marquees, handles and keys (editing-canvas.md section 4, conventions.md). Who must not edit moves
 * nothing with it.
 */
export function createInputMachine(host: ModeHost): InputMachine {
  const guides = observable.box<readonly SnapGuide[]>(NO_GUIDES, { deep: false });
  const marquee = observable.box<Box | null>(null, { deep: false });
  const mode = observable.box<EditorMode>({ name: 'layout' }, { deep: false });

  const go = action((next: InputState) => {
    state = next;
    mode.set(next.mode);
  });
  const enter = action((next: InputState) => {
    guides.set(NO_GUIDES);
    marquee.set(null);
    go(next);
  });
  const context: InputContext = {
    host,
    go,
    home: () => {
      enter(layout(context));
    },
    showGuides: action((next: readonly SnapGuide[]) => {
      if (next.length > 0 || guides.get().length > 0) guides.set(next);
    }),
    showMarquee: action((next: Box | null) => {
      marquee.set(next);
    }),
    chosenBelow: null,
  };
  let state: InputState = layout(context);

  return {
    get mode() {
      return mode.get();
    },
    get guides() {
      return guides.get();
    },
    get marquee() {
      return marquee.get();
    },
    dispatch(event) {
      const parsed = inputEventSchema.parse(event);
      if (!host.permissions.canEdit) return;
      runInAction(() => {
        state.handle(parsed);
      });
    },
    showTextEditing(uuid) {
      enter(textEditing(context, uuid));
    },
    reset() {
      context.chosenBelow = null;
      context.home();
    },
  };
}
