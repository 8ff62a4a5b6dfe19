/**
 * Resolves imports for ESLint as Node and TypeScript do: relative imports name the file itself, and
 * `@cobble/…` resolves to a package's sources by its `exports`. Packages from npm are not resolved.
 */
const { existsSync, readFileSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const { dirname, join, resolve } = require('node:path');

const root = resolve(__dirname, '..', '..');

exports.interfaceVersion = 2;

/** @returns {{ found: boolean, path?: string | null }} `path`: null for built-in modules */
exports.resolve = (source, file) => {
  if (source.startsWith('.')) return existing(resolve(dirname(file), source));
  const [, name, entry] = /^@cobble\/([^/]+)(\/.+)?$/.exec(source) ?? [];
  if (name === undefined) return isBuiltin(source) ? { found: true, path: null } : { found: false };
  const description = join(root, name, 'package.json');
  if (!existsSync(description)) return { found: false };
  const { exports: entries = {} } = JSON.parse(readFileSync(description, 'utf8'));
  const target = entries[`.${entry ?? ''}`]?.['@cobble/source'];
  return target === undefined ? { found: false } : existing(join(root, name, target));
};

function existing(path) {
  return existsSync(path) ? { found: true, path } : { found: false };
}
