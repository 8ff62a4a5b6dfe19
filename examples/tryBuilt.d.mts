/**
 * Builds an example and uses the build.
 *
 * @param {URL} from folder of the example
 * @param {(browser: import('playwright-core').Browser, url: string) => Promise<void>} tryOut
 */
export function tryBuilt(
  from: URL,
  tryOut: (browser: import('playwright-core').Browser, url: string) => Promise<void>,
): Promise<void>;
//# sourceMappingURL=tryBuilt.d.mts.map
