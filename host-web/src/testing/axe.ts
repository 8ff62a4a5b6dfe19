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

/**
 * Returns the problems that axe finds on the page, one string each, after finite animations have
 * ended.
 *
 * @param rules ids of the rules to run, for example those that may fail in another colour scheme
 *   after all have passed. Default: all.
 */
export async function axeProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(async () => {
    // A toast under the pointer never ends.
    const finite = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState !== 'paused' && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(finite.map((each) => each.finished));
  });
  // By evaluate, since the CSP allows no script elements.
  const { readFile } = await import('node:fs/promises');
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(await readFile(axePath, 'utf8'));
  const result = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run: (options: object) => Promise<unknown> } }).axe.run(
        options,
      ),
    { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) },
  );
  return (result as AxeResult).violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`,
    ),
  );
}
