import { runInThisContext } from 'node:vm';
import { expect } from 'chai';
import ts from 'typescript';

/** Modules that documents may import, by specifier. */
export type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the TypeScript and JavaScript code blocks of a Markdown document, in order. */
export function codeIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
}

/**
 * Runs all code of a document in one scope, in order. A comment `// -> value` at the end of a
 * statement is checked: objects need the listed fields, numbers match within 1e-6.
 *
 * @param globals variables that the document uses without defining them, such as `cobble` in the
 * browser's console
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
      (_, names: string, from: string) => `const {${valuesIn(names)}} = __modules['${from}'];`,
    )
    .replace(/^import type \{[^}]*\} from '[^']+';$/gm, '')
    .split('\n')
    .map(withCheck)
    .join('\n');
  const names = ['__modules', '__check', ...Object.keys(globals)];
  const { outputText } = ts.transpileModule(`(async ({ ${names.join(', ')} }) => {\n${code}\n})`, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  const run = runInThisContext(outputText) as (scope: object) => Promise<void>;
  await run({ __modules: modules, __check: check, ...globals });
}

/** The names of an import list that are not types. */
function valuesIn(names: string): string {
  return names
    .split(',')
    .filter((name) => !name.trim().startsWith('type '))
    .join(',');
}

function withCheck(line: string): string {
  const [, statement, expected] = /^(\s*\S.*;)\s*\/\/ -> (.+)$/.exec(line) ?? [];
  if (statement === undefined || expected === undefined) return line;
  const [, name] = /^\s*const (\w+) =/.exec(statement) ?? [];
  const quotedLine = JSON.stringify(line.trim());
  if (name !== undefined) return `${statement} __check(${name}, (${expected}), ${quotedLine});`;
  return `__check((${statement.trim().slice(0, -1)}), (${expected}), ${quotedLine});`;
}

function check(actual: unknown, expected: unknown, line: string): void {
  if (typeof expected === 'number') {
    expect(actual, line).to.be.a('number');
    expect(actual, line).to.be.closeTo(expected, 1e-6);
  } else if (typeof expected === 'object' && expected !== null && !Array.isArray(expected)) {
    const object = actual as Record<string, unknown>;
    for (const [key, value] of Object.entries(expected)) check(object[key], value, line);
  } else expect(toArray(actual), line).to.eql(expected);
}

/** Converts sets to arrays, which is how documents write them. */
function toArray(value: unknown): unknown {
  return value instanceof Set ? [...(value as Set<unknown>)] : value;
}
