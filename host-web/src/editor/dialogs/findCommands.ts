import type { Command } from '../commands/Command.ts';

/**
 * The commands whose names hold every word that was typed, each at the beginning of a word of theirs;
 * those that begin with it come first, otherwise in their own order.
 */
export function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label }) => {
    const own = ` ${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
    return words.every((word) => own.includes(` ${word}`));
  });
  const [first] = words;
  if (first === undefined) return found;
  const isFirst = ({ label }: Command): boolean => label.toLowerCase().startsWith(first);
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))];
}
