import { Slide, ToastContainer } from 'react-toastify/unstyled';
import { useT } from '../../messages/i18n.ts';

/** Where toasts appear: bottom-centre, two seconds, no progress bar, closed by a click. */
export function Toasts() {
  const t = useT();
  return (
    <ToastContainer
      position="bottom-center"
      autoClose={2000}
      hideProgressBar
      closeOnClick
      closeButton={false}
      draggable={false}
      icon={false}
      transition={Slide}
      aria-label={t('toasts.messages')}
    />
  );
}
