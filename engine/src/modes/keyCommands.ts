import { GEOMETRY } from '../constants/geometry.ts';
import type { Editor, EditorRefusal } from '../editor/Editor.ts';
import type { Result } from '../model/Result.ts';
import { editText } from './editText.ts';
import type { InputContext, KeyInput } from './InputContext.ts';
import { keyNames } from './keyNames.ts';
import { moveToSection } from './moveToSection.ts';
import { resizeByKey } from './resizeByKey.ts';
import { rotateByKey } from './rotateByKey.ts';
import { enteredGroup } from './targets.ts';
import { tabOrder } from './tabOrder.ts';
import { takeTool } from './toolKeys.ts';

/** What a key turns by, and with Alt. */
const TURN_DEG = 15;
const FINE_TURN_DEG = 1;

type Command = (context: InputContext, key: KeyInput) => void;

const nudge =
  (x: number, y: number): Command =>
  ({ host }, { shift }) => {
    const px = shift ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
    if (host.selection.size > 0) report(host, host.nudge(x * px, y * px));
  };

const resize =
  (axis: 'x' | 'y', sign: 1 | -1): Command =>
  ({ host }, { shift }) => {
    const px = shift ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
    report(host, resizeByKey(host, axis, sign * px));
  };

/** Another layout or Shift makes another character of the same key, so that turns have two names. */
const rotate =
  (sign: 1 | -1): Command =>
  ({ host }, { alt }) => {
    report(host, rotateByKey(host, sign * (alt ? FINE_TURN_DEG : TURN_DEG)));
  };

const toSection =
  (by: 1 | -1): Command =>
  ({ host }) => {
    report(host, moveToSection(host, by));
  };

const align =
  (edge: Parameters<Editor['align']>[0]): Command =>
  ({ host }) => {
    report(host, host.align(edge));
  };

const reorder =
  (to: Parameters<Editor['reorder']>[0]): Command =>
  ({ host }) => {
    report(host, host.reorder(to));
  };

const remove: Command = ({ host }) => {
  report(host, host.remove());
};

/**
 * The canvas's keys by their names (see `keyNames`). Copy, cut and paste come with the browser's
 * own clipboard events, and go to the editor from the host.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  delete: remove,
  backspace: remove,
  arrowleft: nudge(-1, 0),
  arrowright: nudge(1, 0),
  arrowup: nudge(0, -1),
  arrowdown: nudge(0, 1),
  'shift+arrowleft': nudge(-1, 0),
  'shift+arrowright': nudge(1, 0),
  'shift+arrowup': nudge(0, -1),
  'shift+arrowdown': nudge(0, 1),
  'ctrl+arrowleft': resize('x', -1),
  'ctrl+arrowright': resize('x', 1),
  'ctrl+arrowup': resize('y', -1),
  'ctrl+arrowdown': resize('y', 1),
  'ctrl+shift+arrowleft': resize('x', -1),
  'ctrl+shift+arrowright': resize('x', 1),
  'ctrl+shift+arrowup': resize('y', -1),
  'ctrl+shift+arrowdown': resize('y', 1),
  '>': rotate(1),
  '<': rotate(-1),
  'shift+>': rotate(1),
  'shift+<': rotate(-1),
  'alt+>': rotate(1),
  'alt+<': rotate(-1),
  'alt+shift+>': rotate(1),
  'alt+shift+<': rotate(-1),
  'alt+shift+.': rotate(1),
  'alt+shift+,': rotate(-1),
  'alt+arrowup': toSection(-1),
  'alt+arrowdown': toSection(1),
  'ctrl+a': ({ host }) => {
    host.selectAll();
  },
  'ctrl+d': ({ host }) => {
    const copied = host.duplicate();
    report(host, copied);
    if (copied.ok) host.select(copied.value);
  },
  'ctrl+z': ({ host }) => {
    host.undo();
  },
  'ctrl+shift+z': ({ host }) => {
    host.redo();
  },
  'ctrl+y': ({ host }) => {
    host.redo();
  },
  ']': reorder('front'),
  '[': reorder('back'),
  'alt+]': reorder('forward'),
  'alt+[': reorder('backward'),
  'ctrl+g': ({ host }) => {
    report(host, host.groupSelection());
  },
  'ctrl+shift+g': ({ host }) => {
    report(host, host.ungroupSelection());
  },
  'ctrl+shift+l': ({ host }) => {
    const selected = [...host.selection].flatMap((uuid) => host.blocks.get(uuid) ?? []);
    report(host, host.setLocked(!selected.every((block) => block.locked)));
  },
  'alt+a': align('left'),
  'alt+d': align('right'),
  'alt+w': align('top'),
  'alt+s': align('bottom'),
  'alt+v': align('middle'),
  'alt+h': align('centre'),
  tab: (context) => {
    step(context, 1);
  },
  'shift+tab': (context) => {
    step(context, -1);
  },
  enter: (context) => {
    const [only] = context.host.selection;
    if (only === undefined || context.host.selection.size !== 1) return;
    const [first] = tabOrder(context.host, only);
    if (first === undefined) editText(context, only);
    else context.host.select([first]);
  },
  escape: (context) => {
    const { host } = context;
    const group = enteredGroup(host);
    if (group !== null) host.select([group]);
    else if (host.selection.size > 0) host.clearSelection();
    else context.setTypewriter(false);
  },
  'ctrl+e': (context) => {
    context.setTypewriter(!context.isTypewriterOn);
  },
};

/**
 * Runs the canvas's command for a key at rest, if there is one; else takes up the tool that has it.
 * Refusals are told, not thrown.
 */
export function runKeyCommand(context: InputContext, key: KeyInput): void {
  for (const name of keyNames(key)) {
    if (Object.hasOwn(COMMANDS, name)) {
      COMMANDS[name]?.(context, key);
      return;
    }
    if (takeTool(context, name)) return;
  }
}

function report(host: InputContext['host'], result: Result<unknown, EditorRefusal>): void {
  if (!result.ok && result.code !== 'nothing_selected') host.emitRefusal(result.code);
}

function step(context: InputContext, by: 1 | -1): void {
  const { host } = context;
  const order = tabOrder(host, enteredGroup(host));
  const selected = order.findIndex((uuid) => host.selection.has(uuid));
  const start = selected < 0 ? (by > 0 ? -1 : 0) : selected;
  const next = order.at((start + by + order.length) % Math.max(1, order.length));
  if (next !== undefined) host.select([next]);
}
