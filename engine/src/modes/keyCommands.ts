import { GEOMETRY } from '../constants/geometry.ts';
import { type AlignEdge, alignBlocks } from '../editor/commands/alignBlocks.ts';
import { duplicateBlocks } from '../editor/commands/duplicateBlocks.ts';
import { groupBlocks } from '../editor/commands/groupBlocks.ts';
import { lockBlocks } from '../editor/commands/lockBlocks.ts';
import { nudgeBlocks } from '../editor/commands/nudgeBlocks.ts';
import { removeBlocks } from '../editor/commands/removeBlocks.ts';
import { reorderBlocks, type StackMove } from '../editor/commands/reorderBlocks.ts';
import { ungroupBlocks } from '../editor/commands/ungroupBlocks.ts';
import { locksOf } from '../editor/locks.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { KeyInput } from '../editor/InputEvent.ts';
import { readingOrderIds } from '../layout/readingOrderIds.ts';
import { isRtlLanguage } from '../model/language.ts';
import type { Result } from '../model/Result.ts';
import { keyNames } from './keyNames.ts';
import type { ModeContext } from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';
import { resizeByKey } from './resizing.ts';
import { rotateByKey } from './rotating.ts';
import { enteredGroup } from './targets.ts';
import { editText } from './textEditing.ts';
import { pickTool } from './tools.ts';
import { moveToSection } from './translating.ts';

/** Rotation for each key press, without and with Alt. */
const ROTATION_DEG = 15;
const FINE_ROTATION_DEG = 1;

type KeyCommand = (context: ModeContext, key: KeyInput) => void;

const nudge =
  (x: number, y: number): KeyCommand =>
  ({ host }, { shift }) => {
    const px = shift ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
    if (host.selection.ids.size > 0)
      report(host, host.inProgress.edit(nudgeBlocks, x * px, y * px, host.selection.ids));
  };

const resize =
  (axis: 'x' | 'y', sign: 1 | -1): KeyCommand =>
  ({ host }, { shift }) => {
    const px = shift ? GEOMETRY.nudgeShiftPx : GEOMETRY.nudgePx;
    report(host, resizeByKey(host, axis, sign * px));
  };

const rotate =
  (sign: 1 | -1): KeyCommand =>
  ({ host }, { alt }) => {
    report(host, rotateByKey(host, sign * (alt ? FINE_ROTATION_DEG : ROTATION_DEG)));
  };

const toSection =
  (by: 1 | -1): KeyCommand =>
  ({ host }) => {
    report(host, moveToSection(host, by));
  };

const align =
  (edge: AlignEdge): KeyCommand =>
  ({ host }) => {
    report(host, host.inProgress.edit(alignBlocks, edge, host.selection.ids));
  };

const reorder =
  (to: StackMove): KeyCommand =>
  ({ host }) => {
    report(host, host.inProgress.edit(reorderBlocks, to, host.selection.ids));
  };

const remove: KeyCommand = ({ host }) => {
  report(host, host.inProgress.edit(removeBlocks, host.selection.ids));
};

/**
 * Commands by key name (see `keyNames`). Copy, cut and paste are not among them: the host handles
 * the browser's clipboard events.
 */
const COMMANDS: Readonly<Record<string, KeyCommand>> = {
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
    report(host, host.inProgress.edit(duplicateBlocks, host.selection.ids));
  },
  'ctrl+z': (context) => {
    context.undo();
  },
  'ctrl+shift+z': (context) => {
    context.redo();
  },
  'ctrl+y': (context) => {
    context.redo();
  },
  ']': reorder('front'),
  '[': reorder('back'),
  'alt+]': reorder('forward'),
  'alt+[': reorder('backward'),
  'ctrl+g': ({ host }) => {
    report(host, host.inProgress.edit(groupBlocks, host.selection.ids));
  },
  'ctrl+shift+g': ({ host }) => {
    report(host, host.inProgress.edit(ungroupBlocks, host.selection.ids));
  },
  'ctrl+shift+l': ({ host }) => {
    const uuids = host.selection.ids;
    const locks = locksOf(host.blocks, uuids);
    report(host, host.inProgress.edit(lockBlocks, locks === null, locks ?? uuids));
  },
  'alt+a': align('left'),
  'alt+d': align('right'),
  'alt+w': align('top'),
  'alt+s': align('bottom'),
  'alt+v': align('middle'),
  'alt+h': align('center'),
  tab: (context) => {
    selectNext(context, 1);
  },
  'shift+tab': (context) => {
    selectNext(context, -1);
  },
  enter: (context) => {
    const [only, ...others] = context.host.selection.ids;
    if (only === undefined || others.length > 0) return;
    const [first] = tabOrder(context.host, only);
    if (first === undefined) editText(context, only);
    else context.host.select([first]);
  },
  escape: (context) => {
    const { host } = context;
    const group = enteredGroup(host);
    if (group !== null) host.select([group]);
    else if (host.selection.ids.size > 0) host.select([]);
    else context.setTypewriter(false);
  },
  'ctrl+e': (context) => {
    context.setTypewriter(!context.isTypewriterOn);
  },
};

/**
 * Runs the editor's command for a key, or picks the key's tool. Refusals are reported, except
 * `nothing_selected`.
 */
export function runKeyCommand(context: ModeContext, key: KeyInput): void {
  for (const name of keyNames(key)) {
    if (Object.hasOwn(COMMANDS, name)) {
      COMMANDS[name]?.(context, key);
      return;
    }
    if (pickTool(context, name)) return;
  }
}

function report(host: ModeHost, result: Result<unknown, EditorRefusal>): void {
  if (!result.ok && result.code !== 'nothing_selected') host.refused.emit(result.code);
}

/** Selects the next block in reading order, or the previous one. */
function selectNext(context: ModeContext, by: 1 | -1): void {
  const { host } = context;
  const order = tabOrder(host, enteredGroup(host));
  const selected = order.findIndex((uuid) => host.selection.ids.has(uuid));
  const start = selected < 0 ? (by > 0 ? -1 : 0) : selected;
  const next = order.at((start + by + order.length) % Math.max(1, order.length));
  if (next !== undefined) host.select([next]);
}

/**
 * The ids that Tab visits in reading order, which is also the order of the published page.
 *
 * @param parent a group, or null for all sections
 */
function tabOrder(host: ModeHost, parent: string | null): string[] {
  const parents = parent === null ? host.layout.sectionIds : [parent];
  const rtl = isRtlLanguage(host.fields.settings.lang);
  return parents.flatMap((each) =>
    readingOrderIds(host.blocks.get(each), host.layout.childrenOf(each), rtl),
  );
}
