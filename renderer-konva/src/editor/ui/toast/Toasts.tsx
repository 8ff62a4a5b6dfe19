import { Slide, ToastContainer } from 'react-toastify/unstyled';

/** Where toasts appear: bottom-centre, two seconds, no progress bar, closed by a click. */
export function Toasts() {
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
      aria-label="Messages"
    />
  );
}
