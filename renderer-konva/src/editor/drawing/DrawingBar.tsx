import { normalizeColor } from '@cobble/engine/colors';
import {
  DRAWING_COLORS,
  type DrawingPen,
  type DrawingTool,
  STROKE_WIDTHS_PX,
} from '@cobble/engine/drawing';
import { Button } from '../ui/button/Button.tsx';
import { Highlighter, Pen, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { HistoryButtons } from '../bars/HistoryButtons.tsx';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { Bar, BarLine } from '../components/Bar.tsx';
import { Swatch } from '../components/Swatch.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import styles from './DrawingBar.module.css';

const TOOLS: readonly (readonly [tool: DrawingTool, Icon: typeof Pen])[] = [
  ['pen', Pen],
  ['highlighter', Highlighter],
];
const WIDTHS = ['thin', 'medium', 'thick'] as const;

/**
 * The drawing tools, Keep and Exit. Keep turns the strokes into a block and continues drawing; Exit
 * turns them into a block and leaves the drawing mode. All other bars are hidden while drawing.
 */
export const DrawingBar = observer(function DrawingBar() {
  const t = useT();
  const store = useEditorStore();
  const { editor } = store;
  const isPhone = useIsPhone();
  if (!editor.drawing) return null;
  const pen = editor.drawingPen;
  const hasInk = editor.drawing.strokes.length > 0 || editor.drawing.current !== null;
  const choose = (next: Partial<DrawingPen>) => () => {
    editor.setDrawingPen(next);
  };
  const tools = TOOLS.map(([tool, Icon]) => (
    <ToolButton
      key={tool}
      label={t(`drawingBar.${tool}`)}
      tooltipSide="top"
      pressed={pen.tool === tool}
      onClick={choose({ tool })}
    >
      <Icon />
    </ToolButton>
  ));
  const widths = STROKE_WIDTHS_PX.map((widthPx, index) => (
    <ToolButton
      key={widthPx}
      label={t(`drawingBar.${WIDTHS[index] ?? 'thick'}`)}
      tooltipSide="top"
      pressed={pen.widthPx === widthPx}
      onClick={choose({ widthPx })}
    >
      <span
        aria-hidden
        className={styles['dot']}
        style={{ width: widthPx + 1, height: widthPx + 1 }}
      />
    </ToolButton>
  ));
  const colors = DRAWING_COLORS.filter(({ desktopOnly }) => !isPhone || !desktopOnly).map(
    ({ name, color }) => (
      <ToolButton
        key={name}
        label={t(`drawingColor.${name}`)}
        tooltipSide="top"
        pressed={normalizeColor(pen.color) === normalizeColor(color)}
        className={styles['color']}
        onClick={choose({ color })}
      >
        <Swatch color={color} />
      </ToolButton>
    ),
  );
  const history = <HistoryButtons tooltipSide="top" />;
  const exit = (
    <ToolButton
      label={t('drawingBar.exit')}
      keys="Escape"
      tooltipSide="top"
      onClick={() => {
        editor.stopDrawing();
      }}
      wide={!isPhone}
    >
      {isPhone ? <X /> : t('drawingBar.exit')}
    </ToolButton>
  );
  const keep = (
    <Button
      variant="primary"
      size="small"
      className={styles['keep']}
      disabled={!hasInk}
      onMouseDown={(event) => {
        // The focus stays on the canvas, which handles the keys.
        event.preventDefault();
      }}
      onClick={() => {
        editor.commitDrawing();
      }}
    >
      {t('drawingBar.keep')}
    </Button>
  );
  return (
    <Bar isContextual label={t('drawingBar.drawing')} lifted className={styles['bar']}>
      {isPhone ? (
        <>
          <div className={styles['row']}>
            {tools}
            <BarLine />
            {widths}
            <BarLine />
            {history}
          </div>
          <div className={styles['row']}>
            {colors}
            <span className={styles['spacer']} />
            {exit}
            {keep}
          </div>
        </>
      ) : (
        <>
          {tools}
          <BarLine />
          {widths}
          <BarLine />
          {colors}
          <BarLine />
          {history}
          <BarLine />
          {exit}
          {keep}
        </>
      )}
    </Bar>
  );
});
