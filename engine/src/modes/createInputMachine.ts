import { action, observable, runInAction } from 'mobx';
import { DrawingSession } from '../drawing/DrawingSession.ts';
import type { SnapGuide } from '../snapping/snapGuides.ts';
import type { Box, Point } from '../model/Position.ts';
import { drawing } from './drawing.ts';
import type { EditorMode } from './EditorMode.ts';
import type { InputContext, InputState, ParsedInput } from './InputContext.ts';
import type { InputMachine } from './InputMachine.ts';
import { layout } from './layout.ts';
import type { MenuRequest } from './MenuRequest.ts';
import type { ModeHost } from './ModeHost.ts';
import { readInputEvent } from './readInputEvent.ts';
import { textEditing } from './textEditing.ts';

const NO_GUIDES: readonly SnapGuide[] = [];

/**
 * Makes the machine that turns plain input events into an editor's edits: presses, clicks, drags,
 * marquees, pinches, handles, rails, strokes and keys. Who must not edit moves nothing with it.
 */
export function createInputMachine(host: ModeHost): InputMachine {
  const guides = observable.box<readonly SnapGuide[]>(NO_GUIDES, { deep: false });
  const marquee = observable.box<Box | null>(null, { deep: false });
  const mode = observable.box<EditorMode>({ name: 'layout' }, { deep: false });
  const typewriter = observable.box(false);
  const session = new DrawingSession();
  const fingers = new Set<number>();
  const menuListeners = new Set<(request: MenuRequest) => void>();
  let pointer: Point | null = null;

  const showMode = action((next: EditorMode) => {
    mode.set(next);
  });
  const setTypewriter = action((on: boolean) => {
    typewriter.set(on);
  });
  const go = (next: InputState): void => {
    state = next;
    showMode(next.mode);
  };
  const enter = action((next: InputState) => {
    guides.set(NO_GUIDES);
    marquee.set(null);
    go(next);
  });
  const context: InputContext = {
    host,
    go,
    showMode,
    home: () => {
      enter(layout(context));
    },
    atRest: (event) => {
      layout(context).handle(event);
    },
    showGuides: action((next: readonly SnapGuide[]) => {
      if (next.length > 0 || guides.get().length > 0) guides.set(next);
    }),
    showMarquee: action((next: Box | null) => {
      marquee.set(next);
    }),
    askForMenu: (request) => {
      for (const listener of [...menuListeners]) listener(request);
    },
    chosenBelow: null,
    fingers,
    get pointer() {
      return pointer;
    },
    get isTypewriterOn() {
      return typewriter.get();
    },
    setTypewriter,
    drawing: session,
  };
  let state: InputState = layout(context);

  /** Keeps account of who is where. */
  const note = (event: ParsedInput): void => {
    if (event.type === 'pointercancel') {
      if (event.pointerId === undefined) fingers.clear();
      else fingers.delete(event.pointerId);
    } else if ('pointerType' in event) {
      if (event.pointerType !== 'touch') pointer = { x: event.x, y: event.y };
      else if (event.type === 'pointerdown') fingers.add(event.pointerId);
      else if (event.type === 'pointerup') fingers.delete(event.pointerId);
    }
  };

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
    get isTypewriterOn() {
      return typewriter.get();
    },
    setTypewriter,
    drawing: session,
    dispatch(event) {
      const parsed = readInputEvent(event);
      if (!host.permissions.canEdit) return;
      runInAction(() => {
        note(parsed);
        state.handle(parsed);
      });
    },
    showTextEditing(uuid) {
      enter(textEditing(context, uuid));
    },
    showDrawing() {
      if (mode.get().name === 'drawing') showMode({ name: 'drawing', ...session.pen });
      else enter(drawing(context));
    },
    onMenu(listener) {
      menuListeners.add(listener);
      return () => menuListeners.delete(listener);
    },
    reset() {
      context.chosenBelow = null;
      context.home();
    },
  };
}
