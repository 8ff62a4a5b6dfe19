import type { Tool } from '../editor/Editor.ts';
import type { ParsedInput } from '../editor/InputEvent.ts';
import { runKeyCommand } from './keyCommands.ts';
import { keyNames } from './keyNames.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import { runHostKey } from './runHostKey.ts';
import { isToolKey } from './tools.ts';

/**
 * The mode of a host's tool, which receives all events. Keys that it does not handle have their usual
 * effect; Escape and the keys of other tools end it, and so does an exception.
 */
export function usingTool(context: ModeContext, tool: Tool): ModeState {
  const { host } = context;
  let isActive = true;
  /**
   * Sends an event to the tool. Returns whether nothing is left to do for it: the tool has handled
   * it, or has ended.
   */
  const send = (event: ParsedInput): boolean => {
    const outcome = host.events.guard('Tool.handle', () => ({ isHandled: tool.handle(event) }));
    // It may have ended itself, or started to edit a text.
    if (!isActive) return true;
    if (!outcome) context.stopTool();
    return !outcome || outcome.isHandled === true;
  };
  return {
    mode: { name: 'tool', tool: tool.name, cursor: tool.cursor ?? 'crosshair' },
    offer(key) {
      if (send(key)) return true;
      return !keyNames(key).includes('escape') && runHostKey(context, key);
    },
    handle(event) {
      if (event.type !== 'keydown') send(event);
      else {
        const names = keyNames(event);
        if (names.includes('escape') || names.some(isToolKey)) context.stopTool();
        if (!names.includes('escape')) runKeyCommand(context, event);
      }
    },
    onLeave() {
      isActive = false;
      host.events.guardEnd('Tool.stopped', () => tool.stopped?.());
    },
  };
}
