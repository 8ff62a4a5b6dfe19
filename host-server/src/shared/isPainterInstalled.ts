import { memoize } from '@cobble/engine/memoize';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Whether preview images can be painted on this platform: @napi-rs/canvas ships one package per
 * platform, and npm installs those that fit. Loads nothing. Memoized; packages do not change while
 * a process runs.
 */
export const isPainterInstalled: () => boolean = memoize(check, { maxEntries: 1 }, () => '');

function check(): boolean {
  try {
    const about = require('@napi-rs/canvas/package.json') as {
      readonly optionalDependencies?: Readonly<Record<string, string>>;
    };
    const canvas = createRequire(require.resolve('@napi-rs/canvas/package.json'));
    return Object.keys(about.optionalDependencies ?? {}).some((name) => {
      try {
        canvas.resolve(name);
        return true;
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}
