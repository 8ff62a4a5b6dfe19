import { HexAlphaColorPicker, HexColorInput } from 'react-colorful';
import {
  PALETTE_NAMES,
  TONES,
  toneHex,
  toneVariable,
  type PaletteName,
} from '../../design/palettes.ts';
import styles from './ColorPicker.module.css';
import './Colorful.css';

const TONE_WORDS = { 1: 'lightest', 2: 'light', 3: 'middle', 4: 'dark', 5: 'darkest' } as const;

/**
 * Any colour: a field of shades, its hex, and the eight families. 224 px wide
 * (editing-canvas.md section 9). `onCommit` is told when a gesture ends or a swatch is taken.
 */
export function ColorPicker({
  label,
  value,
  onValue,
  onCommit,
}: {
  /** What is being coloured, e.g. 'Text colour'. */
  readonly label: string;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onCommit?: () => void;
}) {
  const take = (palette: PaletteName, tone: (typeof TONES)[number]) => {
    onValue(toneHex(palette, tone));
    onCommit?.();
  };
  return (
    <div className={styles['picker']} role="group" aria-label={label}>
      <HexAlphaColorPicker
        color={value}
        onChange={onValue}
        onPointerUp={() => onCommit?.()}
        onKeyUp={() => onCommit?.()}
      />
      <HexColorInput
        className={styles['hex']}
        color={value}
        onChange={onValue}
        onBlur={() => onCommit?.()}
        prefixed
        alpha
        aria-label={`${label}, as hex`}
      />
      <div className={styles['palettes']}>
        {PALETTE_NAMES.map((palette) =>
          TONES.map((tone) => (
            <button
              key={`${palette}${String(tone)}`}
              type="button"
              className={styles['swatch']}
              style={{ background: toneVariable(palette, tone) }}
              aria-label={`${palette}, ${TONE_WORDS[tone]}`}
              title={`${palette}, ${TONE_WORDS[tone]}`}
              onClick={() => {
                take(palette, tone);
              }}
            />
          )),
        )}
      </div>
    </div>
  );
}
