import { PALETTE } from '@cobble/engine';
import { useLayoutEffect, useRef } from 'react';
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
 * Selects a colour: a colour area, a hex field and the palette families. Calls `onCommit` when a
 * gesture ends, a swatch is selected, or a typed hex colour is submitted with Enter or its field loses
 * the focus. Escape during a drag cancels the drag. Selecting a colour in the area, or another hue, makes a
 * transparent colour opaque.
 */
export function ColorPicker({
  label,
  value,
  onValue,
  onCommit,
  onRevert = onValue,
}: {
  /** What the colour is for, e.g. 'Text colour'. */
  readonly label: string;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onCommit?: () => void;
  /**
   * Called with the value before a drag when it is cancelled, and before a typed hex colour when it
   * becomes a text that is no colour; default: `onValue`.
   */
  readonly onRevert?: (value: string) => void;
}) {
  const t = useT();
  const beforeDrag = useRef(value);
  const drag = useDragEscape(() => {
    onRevert(beforeDrag.current);
  });
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
          // Whoever selects another colour wants to see it, and only the opacity would show it.
          onValue(isTransparent(value) && isTransparent(picked) ? picked.slice(0, 7) : picked);
        }}
        onPointerDown={(event) => {
          beforeDrag.current = value;
          drag.onPointerDown(event);
        }}
        onPointerUp={() => onCommit?.()}
        onKeyUp={() => onCommit?.()}
      />
      <HexField
        className={styles['hex']}
        label={t('colorPicker.labelAsHex', { label })}
        value={value}
        onValue={onValue}
        onRevert={onRevert}
        onCommit={onCommit}
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
                onCommit?.();
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
