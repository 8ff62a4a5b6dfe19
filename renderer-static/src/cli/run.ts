import { CobbleError } from '@cobble/engine';
import { COMMANDS } from './commands.ts';
import { CliError, EXIT } from './CliError.ts';
import { type CommandName, HELP } from './help.ts';
import { readArguments } from './readArguments.ts';
import { type Streams, Terminal } from './Terminal.ts';

/**
 * Runs `cobble` with its arguments.
 *
 * @returns the exit code: 0 success, 1 rejected, 2 invalid arguments, 3 a file cannot be read or
 * written
 */
export async function run(argv: readonly string[], streams: Streams, cwd: string): Promise<number> {
  const [name = '', ...rest] = argv;
  const isJson = argv.includes('--json');
  try {
    if (argv.length === 0) {
      streams.err.write(HELP.cobble);
      return EXIT.usage;
    }
    if (['--help', '-h', 'help'].includes(name)) {
      streams.out.write(HELP.cobble);
      return EXIT.done;
    }
    if (!Object.hasOwn(COMMANDS, name))
      throw new CliError(EXIT.usage, 'usage', name, 'is not a command: see cobble --help');
    const command = name as CommandName;
    const args = readArguments(command, rest);
    if (args.flags.has('help')) {
      streams.out.write(HELP[command]);
      return EXIT.done;
    }
    const verbosity = { quiet: args.flags.has('quiet'), json: args.flags.has('json') };
    const terminal = new Terminal(streams, verbosity);
    return await COMMANDS[command]({ args, terminal, streams, cwd });
  } catch (error) {
    const cliError = asCliError(error);
    if (cliError === null) throw error;
    const { code, where, message, exitCode } = cliError;
    if (isJson) streams.out.write(`${JSON.stringify({ ok: false, code, where, message })}\n`);
    else {
      const usage = exitCode === EXIT.usage ? '' : ` (${code})`;
      const start = streams.err.isTTY === true ? '\r\u001b[K' : '';
      streams.err.write(`${start}cobble: ${where === '' ? '' : `${where}: `}${message}${usage}\n`);
    }
    return exitCode;
  }
}

/** Converts errors of the engine and the archive code to command errors; null for a bug. */
function asCliError(error: unknown): CliError | null {
  if (error instanceof CliError) return error;
  if (!(error instanceof CobbleError)) return null;
  const where = ['path', 'field'].flatMap((name) => {
    const value = error.details[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return new CliError(EXIT.rejected, error.code, where.join(': '), error.reason);
}
