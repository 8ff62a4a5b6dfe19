import type { ComponentProps, ReactNode } from 'react';

/** Only for screen readers: a polite live region, whose text is announced when it changes. */
export function StatusRegion(props: ComponentProps<'div'>): ReactNode {
  return (
    <div
      {...props}
      role="status"
      aria-live="polite"
      style={{
        position: 'absolute',
        width: 1,
        height: 1,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      }}
    />
  );
}
