import type { KeyCommand } from '../editor/Editor.ts';
import { inputError } from '../model/inputError.ts';
import { readKeyName } from './readKeyName.ts';

/** The keys that a host has bound to its own commands. */
export class KeyBindings {
  /** The latest first. */
  private bound: readonly ReadonlyMap<string, KeyCommand>[] = [];

  /**
   * Binds commands to keys, before those bound earlier. Returns a function that removes them.
   *
   * @throws CobbleError `input_invalid` (details: `path`) for a key that does not exist, and for one
   *   that is given twice, in different spellings
   */
  bind(commands: ReadonlyMap<string, KeyCommand>): () => void {
    const added = new Map<string, KeyCommand>();
    const spellings = new Map<string, string>();
    for (const [key, command] of commands) {
      const name = readKeyName(key);
      const other = spellings.get(name);
      if (other !== undefined) throw inputError(`commands.${key}`, `is the same key as ${other}`);
      spellings.set(name, key);
      added.set(name, command);
    }
    this.bound = [added, ...this.bound];
    return () => {
      this.bound = this.bound.filter((each) => each !== added);
    };
  }

  /**
   * Runs the command of a key; false if there is none or it leaves the key to others.
   *
   * @param names from `keyNames`
   * @param call calls a command and handles what it throws
   */
  run(names: readonly string[], call: (command: KeyCommand) => unknown): boolean {
    for (const commands of this.bound)
      for (const name of names) {
        const command = commands.get(name);
        if (command && call(command) !== false) return true;
      }
    return false;
  }
}
