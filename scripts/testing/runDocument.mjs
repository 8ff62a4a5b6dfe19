import { runInThisContext } from 'node:vm';
import { expect } from 'chai';
import ts from 'typescript';

/**
 * Returns the TypeScript and JavaScript code blocks of a Markdown document, in order.
 *
 * @param {string} markdown
 */
export function codeIn(markdown) {
  return [...markdown.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}

/**
 * Runs all code of a document in one scope, in order. A comment `// -> value` at the end of a
 * statement is checked: objects need the listed fields, numbers match within 1e-6.
 *
 * @param {string} markdown
 * @param {import('./runDocument.d.mts').Modules} modules that it may import, by specifier
 * @param {Readonly<Record<string, unknown>>} [globals] variables that the document uses without
 *   defining them, such as `cobble` in the browser's console
 */
export async function runDocument(markdown, modules, globals = {}) {
  const code = codeIn(markdown)
    .join('\n')
    .replace(
      /^import \{([^}]*)\} from '([^']+)';$/gm,
      (_, names, from) => `const {${valuesIn(names)}} = __modules['${from}'];`,
    )
    .replace(/^import type \{[^}]*\} from '[^']+';$/gm, '')
    .split('\n')
    .map(withCheck)
    .join('\n');
  const names = ['__modules', '__check', ...Object.keys(globals)];
  const { outputText } = ts.transpileModule(`(async ({ ${names.join(', ')} }) => {\n${code}\n})`, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  const run = runInThisContext(outputText);
  await run({ __modules: modules, __check: check, ...globals });
}

/**
 * The names of an import list that are not types, as a pattern: `a as b` becomes `a: b`.
 *
 * @param {string} names
 */
function valuesIn(names) {
  return names
    .split(',')
    .filter((name) => !name.trim().startsWith('type '))
    .map((name) => name.replace(' as ', ': '))
    .join(',');
}

/** @param {string} line */
function withCheck(line) {
  const [, statement, expected] = /^(\s*\S.*;)\s*\/\/ -> (.+)$/.exec(line) ?? [];
  if (statement === undefined || expected === undefined) return line;
  const [, name] = /^\s*const (\w+) =/.exec(statement) ?? [];
  const quotedLine = JSON.stringify(line.trim());
  if (name !== undefined) return `${statement} __check(${name}, (${expected}), ${quotedLine});`;
  return `__check((${statement.trim().slice(0, -1)}), (${expected}), ${quotedLine});`;
}

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} line of the document
 */
function check(actual, expected, line) {
  if (typeof expected === 'number') {
    expect(actual, line).to.be.a('number');
    expect(actual, line).to.be.closeTo(expected, 1e-6);
  } else if (typeof expected === 'object' && expected !== null && !Array.isArray(expected)) {
    for (const [key, value] of Object.entries(expected)) check(actual[key], value, line);
  } else expect(toArray(actual), line).to.eql(expected);
}

/**
 * Converts sets to arrays, which is how documents write them.
 *
 * @param {unknown} value
 */
function toArray(value) {
  return value instanceof Set ? [...value] : value;
}
