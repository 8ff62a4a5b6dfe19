import { type CSSProperties, type ReactNode, type Ref, useCallback } from 'react';
import type { EditorRegion } from '../focus/EditorRegion.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import styles from './Bar.module.css';
import { rovingFocus } from './rovingFocus.ts';

/** A floating toolbar. It is one tab stop; arrow keys move within it. */
export function Bar(props: {
  readonly label: string;
  readonly children: ReactNode;
  readonly vertical?: boolean;
  readonly lifted?: boolean;
  /** Whether it belongs to what is being edited; Alt+F10 then focuses it first. */
  readonly isContextual?: boolean;
  /** Whether it has the tools, beside which other bars stay. */
  readonly hasTools?: boolean;
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
  const orientation = props.vertical ? 'vertical' : 'horizontal';
  const { ref } = props;
  const { region } = useEditorStore();
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      const release = setRef(ref, element);
      const moveToCanvas = () => {
        moveFocusToCanvas(region);
      };
      const end = element ? rovingFocus(element, orientation, moveToCanvas) : undefined;
      return () => {
        end?.();
        if (release) release();
        else setRef(ref, null);
      };
    },
    [ref, orientation, region],
  );
  return (
    <div
      ref={attach}
      role="toolbar"
      aria-label={props.label}
      aria-orientation={orientation}
      {...(props.isContextual && { 'data-cobble-bar': 'context' })}
      {...(props.hasTools && { 'data-cobble-bar': 'tools' })}
      className={classes.filter(Boolean).join(' ')}
      style={props.style}
    >
      {props.children}
    </div>
  );
}

/**
 * Moves the focus to the canvas after a bar that had it is removed, unless another element has it
 * already.
 */
function moveFocusToCanvas(region: EditorRegion) {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body) return;
    region.focusCanvas();
  });
}

function setRef(ref: Ref<HTMLDivElement> | undefined, element: HTMLDivElement | null) {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}

/** A thin line between groups of buttons of a {@link Bar}. */
export function BarLine() {
  return <span className={styles['line']} role="separator" />;
}
