import { basename } from 'node:path';
import { packages } from './paths.mjs';

const specs = {
  ...Object.fromEntries(packages.map((name) => [name, `${name}/src/**/*.test.{ts,tsx}`])),
  scripts: 'scripts/**/*.test.mjs',
  examples: 'examples/*/!(node_modules){,/**/*}.test.mjs',
};

/** What takes as long as half a package by itself, so that it may run beside the rest of it. */
const apart = { engine: ['engine/src/collaboration/fuzz.test.ts'] };

/** The longest first, so that what runs at the end is short. */
const order = [
  'renderer-konva',
  'host-server',
  'host-web',
  'renderer-static',
  'engine',
  'scripts',
  'examples',
];

const withValue = /^(-g|-f|-t|-R|--grep|--fgrep|--timeout|--reporter|--retries)$/;
/** Options of mocha that want the terminal for one process. */
const alone = /^(-w|--watch|--inspect|--parallel|--dry-run)/;
const reporter = /^(-R|--reporter)/;

/**
 * Splits the arguments of `npm test` into what to run and what mocha gets as it is: names of
 * packages, `scripts` and `examples` stand for their tests, paths and patterns for themselves, and
 * all else is mocha's. Nothing named means everything.
 *
 * @param {readonly string[]} args such as `['engine', '--grep', 'undo']`
 */
export function selectTests(args) {
  const names = [];
  const options = [];
  let hasPath = false;
  args.forEach((arg, index) => {
    const isValue = withValue.test(args[index - 1] ?? '');
    if (!isValue && Object.hasOwn(specs, arg)) names.push(arg);
    else options.push(arg);
    hasPath ||= !isValue && !arg.startsWith('-') && /[/*]|\.test\./.test(arg);
  });
  const chosen = order.filter((name) => names.includes(name) || (names.length === 0 && !hasPath));
  const isCounted = !options.some((option) => reporter.test(option));
  const isOneRun = hasPath || !isCounted || options.some((option) => alone.test(option));
  return {
    /** Each is a mocha of its own. */
    runs: isOneRun ? [runOf(chosen, hasPath)] : chosen.flatMap(runsOf),
    options,
    /** Whether our reporter tells how many passed; not where another one was asked for. */
    isCounted,
    /** The engine and the scripts have no browser test and need nothing built. */
    needsBrowser: hasPath || chosen.some((name) => !['engine', 'scripts'].includes(name)),
  };
}

function runsOf(name) {
  const whole = runOf([name], false);
  const files = apart[name] ?? [];
  return [
    ...files.map((file) => ({ ...whole, name: `${name}, ${basename(file)}`, specs: [file] })),
    { ...whole, ignored: files },
  ];
}

function runOf(names, hasPath) {
  return {
    name: [...names, ...(hasPath ? ['what is named'] : [])].join(', '),
    specs: names.map((name) => specs[name]),
    /** Files that match and are left to another run. */
    ignored: [],
    /** The engine's tests need nothing of the server: bare Node runs them. */
    config: !hasPath && names.every((name) => name === 'engine') ? 'engine/.mocharc.json' : null,
  };
}
