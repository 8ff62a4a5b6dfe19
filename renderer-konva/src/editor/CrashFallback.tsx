import { Button } from './ui/button/Button.tsx';
import { Component, type ReactNode } from 'react';
import { Stone } from './ui/stone/Stone.tsx';
import { useEditorStore } from './EditorStoreContext.ts';
import { useT } from './messages/i18n.ts';
import styles from './CrashFallback.module.css';

interface Props {
  /** What failed. */
  readonly component: 'editor' | 'bars' | 'canvas' | 'preview' | 'toolbars';
  readonly children: ReactNode;
  /** Called with the error. */
  readonly onCrash?: (error: unknown) => void;
}

/** Shows a message in place of its children when one of them throws while it renders. */
export class CrashFallback extends Component<Props, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { readonly hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash?.(error);
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return <Fallback component={this.props.component} />;
  }
}

function Fallback({ component }: Pick<Props, 'component'>) {
  const t = useT();
  const { keepsChanges, live } = useEditorStore();
  return (
    <div role="alert" className={styles['fallback']}>
      <Stone mood="sorry" className={styles['stone']} />
      <h2 className={styles['title']}>{t('crash.title')}</h2>
      <p className={styles['text']}>{t('crash.text', { component: t(`crash.${component}`) })}</p>
      {keepsChanges && !live.room ? <p className={styles['note']}>{t('crash.note')}</p> : null}
      <Button
        variant="primary"
        onClick={() => {
          location.reload();
        }}
      >
        {t('crash.refresh')}
      </Button>
    </div>
  );
}
