import type { CSSProperties, ReactNode, Ref } from 'react';
import styles from './Bar.module.css';

/** A floating strip of buttons: the one surface that the editor's chrome is made of. */
export function Bar(props: {
  readonly label: string;
  readonly children: ReactNode;
  readonly vertical?: boolean;
  readonly lifted?: boolean;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly ref?: Ref<HTMLDivElement>;
}) {
  const classes = [
    styles['bar'],
    props.vertical && styles['vertical'],
    props.lifted && styles['lifted'],
    props.className,
  ];
  return (
    <div
      ref={props.ref}
      role="toolbar"
      aria-label={props.label}
      aria-orientation={props.vertical ? 'vertical' : 'horizontal'}
      className={classes.filter(Boolean).join(' ')}
      style={props.style}
    >
      {props.children}
    </div>
  );
}

/** A thin line between groups of buttons of a {@link Bar}. */
export function BarLine() {
  return <span className={styles['line']} role="separator" />;
}
