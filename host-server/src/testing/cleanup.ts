const waiting: (() => Promise<void>)[] = [];

/** Registers what has to be taken down after the last test of the run; the last registered goes first. */
export function afterAllTests(clean: () => Promise<void>): void {
  waiting.push(clean);
}

/** Takes down everything registered. Called once, by the root hook that `.mocharc.json` loads. */
export async function runCleanup(): Promise<void> {
  for (let clean = waiting.pop(); clean !== undefined; clean = waiting.pop()) await clean();
}
