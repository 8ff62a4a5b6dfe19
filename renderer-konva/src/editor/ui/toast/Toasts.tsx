import { Slide, ToastContainer } from 'react-toastify/unstyled';
import { deepTarget } from '../../focus/deepTarget.ts';
import { isTyping } from '../../keyboard/isTyping.ts';
import { useT } from '../../messages/i18n.ts';

/**
 * Where toasts appear: at the bottom centre, without a progress bar, for two seconds unless a toast
 * sets its own time. A click closes them. Alt+T focuses them, except where it may type a character.
 */
export function Toasts() {
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
