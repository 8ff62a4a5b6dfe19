import type { Command } from '../commands/Command.ts';
import type { Translate } from '../messages/Translate.ts';

/**
 * The commands whose names hold every word that was typed, each at the beginning of a word of theirs;
 * those that begin with it come first, otherwise in their own order.
 */
export function findCommands(
  t: Translate,
  commands: readonly Command[],
  typed: string,
): readonly Command[] {
  const nameOf = ({ id }: Command): string => t(`command.${id}`);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter((command) => {
    const own = ` ${nameOf(command)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
    return words.every((word) => own.includes(` ${word}`));
  });
  const [first] = words;
  if (first === undefined) return found;
  const isFirst = (command: Command): boolean => nameOf(command).toLowerCase().startsWith(first);
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))];
}
