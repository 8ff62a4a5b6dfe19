import { packages } from './paths.mjs';

const specs = {
  ...Object.fromEntries(packages.map((name) => [name, `${name}/src/**/*.test.{ts,tsx}`])),
  scripts: 'scripts/**/*.test.mjs',
  examples: 'examples/*/!(node_modules){,/**/*}.test.mjs',
};

const withValue = /^(-g|-f|-t|-R|--grep|--fgrep|--timeout|--reporter|--retries)$/;

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
  const chosen = names.length > 0 || hasPath ? names : Object.keys(specs);
  return {
    specs: chosen.map((name) => specs[name]),
    options,
    /** The engine and the scripts have no browser test and need nothing built. */
    needsBrowser: hasPath || chosen.some((name) => !['engine', 'scripts'].includes(name)),
    /** The engine's tests need nothing of the server: bare Node runs them. */
    config: !hasPath && chosen.every((name) => name === 'engine') ? 'engine/.mocharc.json' : null,
  };
}
