import type { KeyCommand } from '../editor/Editor.ts';

/** The order of modifiers in `keyNames`. */
const MODIFIERS = ['ctrl', 'alt', 'shift'];

/** The keys that a host has bound to its own commands. */
export class KeyBindings {
  /** The latest first. */
  private bound: readonly ReadonlyMap<string, KeyCommand>[] = [];

  /** Binds commands to keys, before those bound earlier. Returns a function that removes them. */
  bind(commands: ReadonlyMap<string, KeyCommand>): () => void {
    const added = new Map([...commands].map(([key, command]) => [normalized(key), command]));
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
  run(names: readonly string[], call: (command: KeyCommand) => boolean | undefined): boolean {
    for (const commands of this.bound)
      for (const name of names) {
        const command = commands.get(name);
        if (command && call(command) !== false) return true;
      }
    return false;
  }
}

/** `Shift+Ctrl+K` as `keyNames` has it: `ctrl+shift+k`. The key itself may be `+`. */
function normalized(key: string): string {
  const [, prefix = '', character = ''] = /^((?:[a-z]+\+)*)(.+)$/.exec(key.toLowerCase()) ?? [];
  const given = prefix.split('+');
  const modifiers = MODIFIERS.filter((each) => given.includes(each));
  return [...modifiers, character].join('+');
}
