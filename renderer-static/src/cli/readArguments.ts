import { parseArgs } from 'node:util';
import { CliError, EXIT } from './CliError.ts';
import type { CommandName } from './help.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const EVERYWHERE = {
  json: flag,
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  kit: texts,
} as const;
const output = { type: 'string', short: 'o' } as const;

const OPTIONS = {
  render: {
    ...EVERYWHERE,
    output,
    url: text,
    'asset-base': text,
    'font-base': text,
    'policy-in-head': flag,
    'safe-mode': flag,
  },
  export: {
    ...EVERYWHERE,
    output,
    url: text,
    origin: texts,
    name: text,
    assets: text,
    fonts: text,
    all: flag,
    force: flag,
  },
  import: { ...EVERYWHERE, output, fonts: text, force: flag },
  check: { ...EVERYWHERE, strict: flag },
} as const satisfies Record<CommandName, object>;

/** Arguments of a command, with every option of any command. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly flags: ReadonlySet<string>;
  /** Last value of an option. */
  readonly value: (name: string) => string | undefined;
  /** All values of an option. */
  readonly values: (name: string) => readonly string[];
}

/** Parses the arguments after a command's name. */
export function readArguments(command: CommandName, args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS[command],
      allowPositionals: true,
      strict: true,
    });
    const all = new Map<string, unknown[]>(
      Object.entries(values).map(([name, value]) => [name, [value].flat()]),
    );
    const textsOf = (name: string): readonly string[] =>
      (all.get(name) ?? []).filter((each) => typeof each === 'string');
    return {
      positionals,
      flags: new Set([...all].flatMap(([name, given]) => (given.includes(true) ? [name] : []))),
      value: (name) => textsOf(name).at(-1),
      values: textsOf,
    };
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new CliError(EXIT.usage, 'usage', command, first);
  }
}

/** Rejects missing or surplus arguments. */
export function requirePositionals(
  { positionals }: Arguments,
  command: CommandName,
  { min, max, what }: { readonly min: number; readonly max: number; readonly what: string },
): void {
  if (positionals.length < min) throw new CliError(EXIT.usage, 'usage', command, `needs ${what}`);
  if (positionals.length > max)
    throw new CliError(EXIT.usage, 'usage', command, `takes only one ${what}`);
}
