import { Component, type ReactNode } from 'react';
import { Slide, ToastContainer } from 'react-toastify/unstyled';
import { deepTarget } from '../../focus/deepTarget.ts';
import { isTyping } from '../../keyboard/isTyping.ts';
import { useT } from '../../messages/i18n.ts';

/**
 * Where toasts appear: at the bottom centre, without a progress bar, for two seconds unless a toast
 * sets its own time. A click closes them. Alt+T focuses them, except where it may type a character.
 * If a toast throws while it renders, the toasts that are visible disappear.
 */
export function Toasts() {
  return (
    <ToastsFallback>
      <ToastArea />
    </ToastsFallback>
  );
}

/**
 * Shows nothing in place of toasts that throw, as their notices matter less than the app around them.
 * A new area has none of them, so it is shown at once, unless it throws as well.
 */
class ToastsFallback extends Component<
  { readonly children: ReactNode },
  { readonly hasCrashed: boolean }
> {
  override state = { hasCrashed: false };
  private hasShown = false;

  static getDerivedStateFromError(): { readonly hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override componentDidMount(): void {
    this.noteShown();
  }

  override componentDidUpdate(): void {
    this.noteShown();
  }

  override componentDidCatch(): void {
    if (!this.hasShown) return;
    this.hasShown = false;
    this.setState({ hasCrashed: false });
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? null : this.props.children;
  }

  private noteShown(): void {
    if (!this.state.hasCrashed) this.hasShown = true;
  }
}

function ToastArea() {
  const t = useT();
  return (
    <ToastContainer
      className="cobble-ui"
      position="bottom-center"
      autoClose={2000}
      hideProgressBar
      closeOnClick
      closeButton={false}
      draggable={false}
      icon={false}
      transition={Slide}
      hotKeys={(event) => event.altKey && event.code === 'KeyT' && !isTyping(deepTarget(event))}
      aria-label={t('toasts.messages')}
    />
  );
}
