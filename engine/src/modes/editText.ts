import { lockOfBlock } from './GestureSubject.ts';
import type { InputContext } from './InputContext.ts';

/** Whether text can be edited in a block, locked or not. */
export function editsText({ host }: Pick<InputContext, 'host'>, uuid: string): boolean {
  const block = host.blocks.get(uuid);
  return block !== undefined && host.definitionOf(block.type)?.capabilities.editsText === true;
}

/** Enters text editing of a block that can; says so when it, or what holds it, is locked. True when it was entered. */
export function editText({ host }: InputContext, uuid: string): boolean {
  if (!editsText({ host }, uuid)) return false;
  const lock = lockOfBlock(host, uuid);
  if (lock) {
    host.emitRefusal(lock);
    return false;
  }
  return host.startTextEditing(uuid);
}
