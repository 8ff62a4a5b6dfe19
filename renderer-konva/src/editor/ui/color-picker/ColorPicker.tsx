import { PALETTE } from '@cobble/engine';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { HexAlphaColorPicker } from 'react-colorful';
import { gridKeys } from '../../focus/choiceKeys.ts';
import { useT } from '../../messages/i18n.ts';
import { useDragEscape } from '../useDragEscape.ts';
import { HexField } from './HexField.tsx';
import styles from './ColorPicker.module.css';

const TONES = [
  ['paper', 'lightest'],
  ['light', 'light'],
  ['middle', 'middle'],
  ['strong', 'dark'],
  ['deep', 'darkest'],
] as const;

/**
 * Selects a colour: a colour area, a hex field and the palette families. Selecting a colour in the
 * area, or another hue, makes a transparent colour opaque.
 *
 * `onValue` is called while a colour is dragged or typed, and for each key in the area and each
 * swatch. `onCommit` is called when the drag ends, a key in the area is released, a swatch is
 * selected, the typed colour is submitted with Enter, or the control that changed it loses the focus,
 * and also before a drag and before the first typed character. So `onCancel`, which is
 * called when Escape ends a drag and when a typed text is no colour any more, can take back what was
 * changed since the last commit.
 */
export function ColorPicker({
  label,
  value,
  onValue,
  onCommit,
  onCancel,
}: {
  /** What the colour is for, e.g. 'Text colour'. */
  readonly label: string;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onCommit: () => void;
  readonly onCancel: () => void;
}) {
  const t = useT();
  /** Whether the area is being changed, by a drag or a key, and that is still to be committed. */
  const isChanging = useRef(false);
  const [dragsEnded, setDragsEnded] = useState(0);
  const commit = () => {
    isChanging.current = false;
    onCommit();
  };
  const drag = useDragEscape(
    () => {
      isChanging.current = false;
      onCancel();
    },
    () => {
      // react-colorful reports the last move in an effect, which can be after the release. A
      // transition has a lower priority.
      startTransition(() => {
        setDragsEnded((count) => count + 1);
      });
    },
  );
  const commitArea = () => {
    if (isChanging.current && !drag.isDragging()) commit();
  };
  const latest = useRef(commitArea);
  useEffect(() => {
    latest.current = commitArea;
  });
  useEffect(() => {
    latest.current();
  }, [dragsEnded]);
  const picker = useRef<HTMLDivElement>(null);
  // react-colorful writes these attributes in English and has no props for them.
  useLayoutEffect(() => {
    const [area, hue, alpha] = picker.current?.querySelectorAll('[role="slider"]') ?? [];
    area?.setAttribute('aria-label', t('colorPicker.area'));
    hue?.setAttribute('aria-label', t('colorPicker.hue'));
    alpha?.setAttribute('aria-label', t('colorPicker.opacity'));
    const [, saturation, brightness] =
      /^Saturation (\d+)%, Brightness (\d+)%$/.exec(area?.getAttribute('aria-valuetext') ?? '') ??
      [];
    if (saturation !== undefined)
      area?.setAttribute('aria-valuetext', t('colorPicker.areaValue', { saturation, brightness }));
  });
  return (
    <div ref={picker} className={styles['picker']} role="group" aria-label={label}>
      <HexAlphaColorPicker
        key={drag.key}
        color={value}
        onChange={(picked) => {
          // react-colorful may also report an earlier `value` when that changes fast.
          if (!isChanging.current) return;
          // Whoever selects another colour wants to see it, and only the opacity would show it.
          onValue(isTransparent(value) && isTransparent(picked) ? picked.slice(0, 7) : picked);
        }}
        onPointerDown={(event) => {
          commit();
          isChanging.current = true;
          drag.onPointerDown(event);
        }}
        onKeyDown={() => {
          isChanging.current = true;
        }}
        onKeyUp={commitArea}
        onBlur={commitArea}
      />
      <HexField
        className={styles['hex']}
        label={t('colorPicker.labelAsHex', { label })}
        value={value}
        onValue={onValue}
        onCommit={onCommit}
        onCancel={onCancel}
      />
      <div ref={gridKeys} className={styles['palettes']}>
        {PALETTE.flatMap((family) =>
          TONES.map(([tone, shade]) => (
            <button
              key={`${family.name} ${tone}`}
              type="button"
              className={styles['swatch']}
              aria-pressed={family[tone].toLowerCase() === value.toLowerCase()}
              style={{ backgroundColor: family[tone] }}
              aria-label={t('colorPicker.swatch', {
                family: t(`paletteFamily.${family.name}`),
                shade: t(`colorPicker.${shade}`),
              })}
              title={t('colorPicker.swatch', {
                family: t(`paletteFamily.${family.name}`),
                shade: t(`colorPicker.${shade}`),
              })}
              onClick={() => {
                onValue(family[tone]);
                commit();
              }}
            />
          )),
        )}
      </div>
    </div>
  );
}

function isTransparent(color: string): boolean {
  return color.length === 9 && color.endsWith('00');
}
