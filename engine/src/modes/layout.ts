import { pressing } from './pressing.ts';
import type { InputContext, InputState } from './InputContext.ts';
import { runKeyCommand } from './keyCommands.ts';
import { targetAt } from './targets.ts';
import { editText } from './editText.ts';
import { askForMenu } from './askForMenu.ts';

/** At rest: waits for a press, shows what the pointer is over, obeys keys. */
export function layout(context: InputContext): InputState {
  const { host } = context;
  return {
    mode: { name: 'layout' },
    handle(event) {
      switch (event.type) {
        case 'pointerdown':
          if (event.button === 0) context.go(pressing(context, event));
          else if (event.button === 2) askForMenu(context, event);
          break;
        case 'pointermove': {
          const target = event.pointerType === 'touch' ? null : targetAt(host, event);
          host.hover(target);
          break;
        }
        case 'doubleclick': {
          const target = targetAt(host, event);
          if (target === null) break;
          if (host.definitionOf(host.blocks.get(target)?.type ?? '')?.capabilities.holdsBlocks) {
            host.select([target]);
            enterGroup(context, target, event);
          } else editText(context, target);
          break;
        }
        case 'longpress':
          askForMenu(context, event);
          break;
        case 'keydown':
          runKeyCommand(context, event);
          break;
        default:
      }
    },
  };
}

function enterGroup({ host }: InputContext, group: string, point: { x: number; y: number }): void {
  const children = new Set(host.childrenOf(group).map((child) => child.uuid));
  const inside = host.index.at(point).find((uuid) => children.has(uuid));
  if (inside !== undefined) host.select([inside]);
}
