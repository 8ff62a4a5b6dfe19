const isBuilt = process.env['COBBLE_TEST_BUILT'] === '1';

/**
 * How a test runs server modules in a separate Node process: from the sources, or from the build if
 * `npm test` has brought it up to date (`COBBLE_TEST_BUILT=1`), which starts in half the time.
 */
export const serverModules = {
  /** Arguments for `node`, run in the repository's root. */
  nodeArgs: isBuilt
    ? []
    : ['--import', './scripts/register-tsx.mjs', '--conditions=@cobble/source'],
  /**
   * The specifier to import, relative to the repository's root.
   *
   * @param path in the package's sources, without an extension, such as `start/listen`
   */
  pathOf: (path: string): string =>
    isBuilt ? `./host-server/dist/${path}.js` : `./host-server/src/${path}.ts`,
} as const;
