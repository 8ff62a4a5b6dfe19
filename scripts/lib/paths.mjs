import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, with a slash at its end. */
export const rootFolder = fileURLToPath(new URL('../../', import.meta.url));

/** The packages whose TypeScript is built by `tsc -b`, in the order of their dependence. */
export const libraryPackages = ['engine', 'renderer-konva', 'renderer-static', 'host-server'];

/** All packages that have sources and tests. */
export const packages = [...libraryPackages, 'host-web'];
