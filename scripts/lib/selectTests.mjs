import { basename } from 'node:path';
import { packages } from './paths.mjs';

const specs = {
  ...Object.fromEntries(packages.map((name) => [name, `${name}/src/**/*.test.{ts,tsx}`])),
  scripts: 'scripts/**/*.test.mjs',
  examples: 'examples/*/!(node_modules){,/**/*}.test.mjs',
};

/** Files that take about half of their package's time, and run in a process of their own. */
const separateFiles = { engine: ['engine/src/collaboration/fuzz.test.ts'] };

/** Short forms of soaks. `.ci/run` runs them in a process of their own; otherwise, name them. */
const soaks = {
  'host-server': [
    'host-server/src/testing/faults/faults.test.ts',
    'host-server/src/testing/hostile/hostile.test.ts',
    'host-server/src/testing/room-faults/roomMutants.test.ts',
  ],
};

/** The longest first, so that only short ones run at the end. */
const order = [
  'renderer-konva',
  'host-server',
  'host-web',
  'renderer-static',
  'engine',
  'scripts',
  'examples',
];

/** Tests that need no browser, database or server, and so can wait for a processor at any time. */
const patient = ['engine', 'scripts'];

const withValue = /^(-g|-f|-t|-R|--grep|--fgrep|--timeout|--reporter|--retries)$/;
/** Mocha options that need the terminal, or one run of all selected tests. */
const needsOneRun = /^(-w|--watch|--inspect|--parallel|--dry-run)/;
const reporter = /^(-R|--reporter)/;

/**
 * Splits the arguments of `npm test` into test runs and mocha options. Package names, `scripts` and
 * `examples` select their tests, and paths select files; everything else is passed to mocha. Without
 * a selection, all tests run, but the soaks only if `CI` is set.
 *
 * @param {readonly string[]} args such as `['engine', '--grep', 'undo']`
 * @param {Readonly<Record<string, string | undefined>>} [env]
 */
export function selectTests(args, env = process.env) {
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
  const hasSoaks = Boolean(env.CI) && names.length === 0;
  const isOneRun = hasPath || !isCounted || options.some((option) => needsOneRun.test(option));
  return {
    /** One mocha process each. */
    runs: isOneRun ? [runOf(chosen, hasPath)] : chosen.flatMap((name) => runsOf(name, hasSoaks)),
    options,
    /** Whether our reporter counts tests; false if the arguments name another reporter. */
    isCounted,
    /** The tests of several servers need Redis and nginx. */
    needsServices: chosen.includes('host-server'),
    /** The tests of the engine and the scripts need neither a browser nor a build. */
    needsBrowser: hasPath || chosen.some((name) => !patient.includes(name)),
  };
}

function runsOf(name, hasSoaks) {
  const whole = runOf([name], false);
  const files = separateFiles[name] ?? [];
  const separate = (part, specs) => ({
    ...whole,
    name: `${name}, ${part}`,
    specs,
    ignored: [],
  });
  return [
    ...files.map((file) => separate(basename(file), [file])),
    { ...whole, ignored: [...files, ...whole.ignored] },
    ...(hasSoaks && soaks[name] ? [separate('soaks', soaks[name])] : []),
  ];
}

function runOf(names, hasPath) {
  return {
    name: [...names, ...(hasPath ? ['selected files'] : [])].join(', '),
    specs: names.map((name) => specs[name]),
    /** Matching files that another run covers, or that do not run at all. */
    ignored: hasPath ? [] : names.flatMap((name) => soaks[name] ?? []),
    /** The engine's tests run in plain Node, without the hooks of other packages. */
    config: !hasPath && names.every((name) => name === 'engine') ? 'engine/.mocharc.json' : null,
    /** Whether the tests may take several times as long as when they run alone. */
    isPatient: !hasPath && names.every((name) => patient.includes(name)),
  };
}
