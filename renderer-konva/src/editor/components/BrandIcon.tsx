import { iconPath } from '@cobble/engine/platforms';

/** The icon of a platform, or another icon of the engine's table; nothing for an unknown name. */
export function BrandIcon({
  icon,
  sizePx = 18,
}: {
  readonly icon: string;
  readonly sizePx?: number;
}) {
  const found = iconPath(icon);
  if (!found) return null;
  return (
    <svg viewBox={found.viewBox} width={sizePx} height={sizePx} aria-hidden>
      <path d={found.path} fill="currentColor" />
    </svg>
  );
}
