import type { BrowserContext } from 'playwright-core';

/**
 * Lets pages have no rooms in a browser context, as on a server with `COBBLE_LIVE_ROOMS=0`, which
 * would need another server and database.
 */
export async function withoutRooms(context: BrowserContext): Promise<void> {
  await context.route('**/api/page?*', async (route) => {
    const response = await route.fetch();
    const { hasRoom: _, ...page } = (await response.json()) as { readonly hasRoom?: boolean };
    await route.fulfill({ response, json: page });
  });
}
