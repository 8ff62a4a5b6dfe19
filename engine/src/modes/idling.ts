import type { Point } from '../model/Position.ts';
import { runKeyCommand } from './keyCommands.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import { pressing } from './pressing.ts';
import { runHostKey } from './runHostKey.ts';
import { targetAt } from './targets.ts';
import { editText } from './textEditing.ts';

/** The idle state, mode `layout`: waits for a press, highlights the hovered block, handles keys. */
export function idling(context: ModeContext): ModeState {
  const { host } = context;
  return {
    mode: { name: 'layout' },
    offer: (key) => runHostKey(context, key),
    handle(event) {
      switch (event.type) {
        case 'pointerdown':
          if (event.button === 0) context.enter(pressing(context, event));
          else if (event.button === 2) context.openMenu(event);
          break;
        case 'pointermove':
          host.hover(event.pointerType === 'touch' ? null : targetAt(host, event));
          break;
        case 'doubleclick': {
          const target = targetAt(host, event);
          if (target === null) break;
          const block = host.blocks.get(target);
          if (block && host.definitionOf(block)?.capabilities.containsBlocks) {
            host.select([target]);
            enterGroup(context, target, event);
          } else editText(context, target);
          break;
        }
        case 'longpress':
          context.openMenu(event);
          break;
        case 'keydown':
          runKeyCommand(context, event);
          break;
        default:
      }
    },
  };
}

/** Selects the child of a group that was double-clicked. */
function enterGroup({ host }: ModeContext, group: string, point: Point): void {
  const children = new Set(host.layout.childrenOf(group).map((child) => child.uuid));
  const inside = host.index.at(point).find((uuid) => children.has(uuid));
  if (inside !== undefined) host.select([inside]);
}
