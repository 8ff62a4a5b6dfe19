import type { Browser } from 'playwright-core';

/** See chromium.mjs. */
export function launchChromium(options?: {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly ignoreDefaultArgs?: readonly string[];
}): Promise<Browser>;
export function sharedBrowser(which?: {
  readonly name?: string;
  readonly launch?: () => Promise<{
    readonly browser: Browser;
    readonly end?: () => Promise<void>;
  }>;
}): Promise<Browser>;
export function closeWindows(browser: Browser | undefined): Promise<void>;
