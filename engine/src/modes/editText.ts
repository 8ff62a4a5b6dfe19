import type { InputContext } from './InputContext.ts';

/** Whether text can be edited in a block, locked or not. */
export function editsText({ host }: Pick<InputContext, 'host'>, uuid: string): boolean {
  const block = host.blocks.get(uuid);
  return block !== undefined && host.definitionOf(block.type)?.capabilities.editsText === true;
}

/** Enters text editing of a block that can; says so when it is locked. True when it was entered. */
export function editText({ host }: InputContext, uuid: string): boolean {
  if (!editsText({ host }, uuid)) return false;
  if (host.blocks.get(uuid)?.locked) {
    host.emitRefusal('block_locked');
    return false;
  }
  return host.startTextEditing(uuid);
}
