import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, with a trailing slash. */
export const rootFolder = fileURLToPath(new URL('../../', import.meta.url));

/** The packages that `tsc -b` builds, each after its dependencies. */
export const libraryPackages = ['engine', 'renderer-konva', 'renderer-static', 'host-server'];

/** All packages with sources and tests. */
export const packages = [...libraryPackages, 'host-web'];
