import type { Command } from '../commands/Command.ts';
import type { Translate } from '../messages/Translate.ts';

/**
 * Returns the commands whose names have, for each typed word, a word that begins with it. Names
 * that begin with the first typed word come first; otherwise the order is kept.
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
