import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds on the page as it stands, a line each; empty when all is well. Finite animations end first. */
export async function axeProblems(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((each) => each.finished));
  });
  // By evaluate, since the CSP lets no script be added to the document.
  const { readFile } = await import('node:fs/promises');
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(await readFile(axePath, 'utf8'));
  const result = await page.evaluate(() =>
    // Every rule is run; what passed need not be told.
    (globalThis as unknown as { axe: { run: (options: object) => Promise<unknown> } }).axe.run({
      resultTypes: ['violations'],
    }),
  );
  return (result as AxeResult).violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`,
    ),
  );
}
