import { SHAPES } from '@cobble/engine/shapes';
import { classNames } from '../ui/classNames.ts';
import { gridKeys } from '../focus/choiceKeys.ts';
import type { en } from '../messages/en.ts';
import { useT } from '../messages/i18n.ts';
import styles from './ShapeGrid.module.css';

/** Each shape of the engine has a message; a test checks it. */
type ShapeName = keyof typeof en.shape;

/** Buttons for all shapes of the catalogue. Arrow keys and letters move in it. */
export function ShapeGrid(props: {
  readonly value?: string | undefined;
  readonly onChoose: (shapeType: string, aspectRatio: number | null) => void;
}) {
  const t = useT();
  return (
    <div ref={gridKeys} role="group" aria-label={t('common.shapes')} className={styles['grid']}>
      {Object.entries(SHAPES).map(([name, shape]) => (
        <button
          key={name}
          type="button"
          aria-label={t(`shape.${name as ShapeName}`)}
          title={t(`shape.${name as ShapeName}`)}
          aria-pressed={props.value === undefined ? undefined : props.value === name}
          className={classNames(styles['shape'])}
          onClick={() => {
            props.onChoose(name, shape.aspectRatio);
          }}
        >
          <svg viewBox="0 0 100 100" aria-hidden>
            <path d={shape.path} fill="currentColor" />
          </svg>
        </button>
      ))}
    </div>
  );
}
