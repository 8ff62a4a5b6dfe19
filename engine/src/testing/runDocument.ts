import { runInThisContext } from 'node:vm';
import { expect } from 'chai';

/** What documents may import, by the names that they do it under. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The JavaScript between the fences of a Markdown document, in order. */
export function codeIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}

/**
 * Runs the code of a document, one block after the other as a reader would, in one scope. What
 * stands behind `// ->` on a statement's line must be what it gives: of an object the fields that
 * are named, of a number up to a millionth.
 *
 * @param globals what the document takes for granted, such as `cobble` in the browser's console
 */
export async function runDocument(
  markdown: string,
  modules: Modules,
  globals: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const code = codeIn(markdown)
    .join('\n')
    .replace(
      /^import \{([^}]*)\} from '([^']+)';$/gm,
      (_, names: string, from: string) => `const {${names}} = __modules['${from}'];`,
    )
    .split('\n')
    .map(withCheck)
    .join('\n');
  const names = ['__modules', '__check', ...Object.keys(globals)];
  const run = runInThisContext(`(async ({ ${names.join(', ')} }) => {\n${code}\n})`) as (
    scope: object,
  ) => Promise<void>;
  await run({ __modules: modules, __check: check, ...globals });
}

function withCheck(line: string): string {
  const [, statement, expected] = /^(\s*\S.*;)\s*\/\/ -> (.+)$/.exec(line) ?? [];
  if (statement === undefined || expected === undefined) return line;
  const [, name] = /^\s*const (\w+) =/.exec(statement) ?? [];
  const shown = JSON.stringify(line.trim());
  if (name !== undefined) return `${statement} __check(${name}, (${expected}), ${shown});`;
  return `__check((${statement.trim().slice(0, -1)}), (${expected}), ${shown});`;
}

function check(actual: unknown, expected: unknown, line: string): void {
  if (typeof expected === 'number') {
    expect(actual, line).to.be.a('number');
    expect(actual, line).to.be.closeTo(expected, 1e-6);
  } else if (typeof expected === 'object' && expected !== null && !Array.isArray(expected)) {
    const given = actual as Record<string, unknown>;
    for (const [key, value] of Object.entries(expected)) check(given[key], value, line);
  } else expect(plain(actual), line).to.eql(expected);
}

/** Sets and frozen lists are written as lists. */
function plain(value: unknown): unknown {
  return value instanceof Set ? [...(value as Set<unknown>)] : value;
}
