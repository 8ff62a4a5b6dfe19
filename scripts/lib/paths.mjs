import { fileURLToPath } from 'node:url';

/** Absolute path of the repository, with a trailing slash. */
export const rootFolder = fileURLToPath(new URL('../../', import.meta.url));

/** The packages that are compiled file by file into `dist`, each after its dependencies. */
export const libraryPackages = ['engine', 'renderer-konva', 'renderer-static', 'host-server'];

/** All packages except the examples. */
export const packages = [...libraryPackages, 'host-web'];
