import { Button } from '@cobble/renderer-konva/editor/ui';
import { Component, type ReactNode } from 'react';
import { Stone } from '../shared/Stone.tsx';
import styles from './CrashFallback.module.css';

interface Props {
  /** What failed, as a person calls it. */
  readonly component: string;
  readonly children: ReactNode;
  /** Called with what was thrown, once a crash. */
  readonly onCrash?: (error: unknown) => void;
}

/**
 * Catches a crash below it and says so. Unpublished changes are in the autosave, so that a refresh
 * offers them.
 */
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
    return (
      <div role="alert" className={styles['fallback']}>
        <Stone mood="sorry" className={styles['stone']} />
        <h2 className={styles['title']}>Uh-Oh</h2>
        <p className={styles['words']}>
          Something&apos;s wrong with {this.props.component}. Please save your changes and refresh
          the page.
        </p>
        <p className={styles['note']}>
          What you changed is kept in this browser; refreshing offers it to you.
        </p>
        <Button
          look="primary"
          onClick={() => {
            location.reload();
          }}
        >
          Refresh
        </Button>
      </div>
    );
  }
}
