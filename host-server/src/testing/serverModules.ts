const isBuilt = process.env['COBBLE_TEST_BUILT'] === '1';

/**
 * How a test starts a Node process of its own with the server in it. It takes the sources, or the
 * modules that were just built from them where `npm test` says so (`COBBLE_TEST_BUILT=1`): these are
 * what people run, and start in half of the time.
 */
export const serverModules = {
  /** Arguments of `node`, from the repository's root on. */
  nodeArgs: isBuilt
    ? []
    : ['--import', './scripts/register-tsx.mjs', '--conditions=@cobble/source'],
  /** What to import from the repository's root. `path`: within the package, such as `start/listen`. */
  pathOf: (path: string): string =>
    isBuilt ? `./host-server/dist/${path}.js` : `./host-server/src/${path}.ts`,
} as const;
