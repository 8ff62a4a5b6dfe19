import styles from './StepImage.module.css';

/** The illustration of a step: an email, blocks on a page, an open window. */
export function StepImage({ step }: { readonly step: 'join' | 'edit' | 'publish' }) {
  return (
    <svg viewBox="0 0 240 110" className={styles['image']} aria-hidden="true">
      {step === 'join' && (
        <>
          <path className={styles['paper']} d="M62 34L176 26L182 92L68 98Z" />
          <path className={styles['line']} d="M62 34L124 70L176 26" />
          <path className={styles['highlight']} d="M176 18a18 17 0 1 1-4 34 18 17 0 0 1 4-34Z" />
          <path className={styles['line']} d="M165 35l7 7 12-14" />
          <path className={styles['line']} d="M18 52h30M26 66h26M14 80h34" />
        </>
      )}
      {step === 'edit' && (
        <>
          <path className={styles['paper']} d="M30 14H210V98H30Z" />
          <path className={styles['accent']} d="M48 30h62v12H48Z" />
          <path className={styles['highlight']} d="M128 28L170 24L174 66L132 70Z" />
          <circle className={styles['warm']} cx="74" cy="70" r="18" />
          <path className={styles['guide']} d="M151 8V104" />
          <path className={styles['hand']} d="M160 52l22 9-9 4-4 9Z" />
          <path className={styles['line']} d="M112 84h40" />
        </>
      )}
      {step === 'publish' && (
        <>
          <path className={styles['wall']} d="M64 12H176V100H64Z" />
          <path className={styles['paper']} d="M84 26H156V82H84Z" />
          <circle className={styles['highlight']} cx="120" cy="50" r="13" />
          <path className={styles['line']} d="M100 72h40" />
          <path className={styles['shutter']} d="M84 26L48 18V92L84 82ZM156 26L192 18V92L156 82Z" />
          <path
            className={styles['line']}
            d="M56 34l20 4M56 50l20 2M56 66l20 0M184 34l-20 4M184 50l-20 2M184 66h-20"
          />
          <path className={styles['line']} d="M76 86H164" />
          <path
            className={styles['line']}
            d="M22 30l-10-6M18 52H6M22 74l-10 6M218 30l10-6M222 52h12M218 74l10 6"
          />
        </>
      )}
    </svg>
  );
}
