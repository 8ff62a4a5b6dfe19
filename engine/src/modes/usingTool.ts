import type { Tool } from '../editor/Editor.ts';
import { runKeyCommand } from './keyCommands.ts';
import { keyNames } from './keyNames.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import { isToolKey } from './tools.ts';

/**
 * The mode of a host's tool, which receives all events. Keys that it does not handle have their usual
 * effect; Escape and the keys of other tools end it, and so does an exception.
 */
export function usingTool(context: ModeContext, tool: Tool): ModeState {
  const { host } = context;
  let isActive = true;
  return {
    mode: { name: 'tool', tool: tool.name, cursor: tool.cursor ?? 'crosshair' },
    handle(event) {
      const outcome = host.events.guard('Tool.handle', () => ({ isHandled: tool.handle(event) }));
      // It may have ended itself, or started to edit a text.
      if (!isActive) return;
      if (!outcome) context.stopTool();
      else if (event.type === 'keydown' && outcome.isHandled !== true) {
        const names = keyNames(event);
        if (names.includes('escape')) context.stopTool();
        else if (names.some(isToolKey)) {
          context.stopTool();
          context.handleIdle(event);
        } else runKeyCommand(context, event);
      }
    },
    onLeave() {
      isActive = false;
      host.events.guard('Tool.stopped', () => tool.stopped?.());
    },
  };
}
