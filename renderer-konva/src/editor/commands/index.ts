import { arrangeCommands } from './arrangeCommands.ts';
import type { Command } from './Command.ts';
import { editCommands } from './editCommands.ts';
import { pageCommands } from './pageCommands.ts';
import { toolCommands } from './toolCommands.ts';
import { viewCommands } from './viewCommands.ts';

/** Every command of the palette. The list of keys shows those with a key, in this order. */
export const commands: readonly Command[] = [
  ...toolCommands,
  ...editCommands,
  ...arrangeCommands,
  ...viewCommands,
  ...pageCommands,
];

const byId = new Map<string, Command>(commands.map((command) => [command.id, command]));

/** Returns the command with an id. @throws if there is none, which is a bug */
export function commandById(id: string): Command {
  const command = byId.get(id);
  if (!command) throw new RangeError(`No command ${id}`);
  return command;
}
export type { Command } from './Command.ts';
