import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^'\n]+)'/g;

/** The files that a source imports by relative path, type imports included. */
function importsOf(file, source) {
  const targets = [...source.matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), path));
  return new Set(targets.filter((target) => target !== file && existsSync(target)));
}

/** Imports by file. Never cleared; linting a file replaces its entry. */
const graph = new Map();

function importsIn(file) {
  let imports = graph.get(file);
  if (imports === undefined)
    graph.set(file, (imports = importsOf(file, readFileSync(file, 'utf8'))));
  return imports;
}

/** A shortest chain of imports from one file to another, both included; null when there is none. */
function findPath(from, to) {
  const previous = new Map([[from, null]]);
  for (const file of previous.keys())
    for (const next of importsIn(file)) {
      if (previous.has(next)) continue;
      previous.set(next, file);
      if (next !== to) continue;
      const path = [];
      for (let each = to; each !== null; each = previous.get(each)) path.unshift(each);
      return path;
    }
  return null;
}

/**
 * ESLint rule: files do not import each other in a cycle. Type imports count too, because a cycle
 * of types is a cycle for everyone who reads the code.
 */
export const noImportCycle = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { cycle: 'This import closes a cycle: {{path}}.' },
  },
  create(context) {
    const file = context.filename;
    graph.set(file, importsOf(file, context.sourceCode.text));
    const check = (node) => {
      const target = node.source && resolve(dirname(file), String(node.source.value));
      if (!target || !importsIn(file).has(target)) return;
      const path = findPath(target, file);
      if (path === null) return;
      const names = path.map((each) => each.slice(context.cwd.length + 1)).join(' -> ');
      context.report({ node, messageId: 'cycle', data: { path: names } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};
