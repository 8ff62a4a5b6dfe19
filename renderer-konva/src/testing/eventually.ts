/** How long a slow machine may take, ms. */
const LIMIT_MS = 30_000;

/**
 * Repeats assertions until they hold, for what a page or a room does a moment later. Fails with what
 * they throw if they still do not hold after half a minute.
 *
 * @param check is called again and again
 */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  const endMs = performance.now() + LIMIT_MS;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
