import { type Box, type Editor, rotationOf } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { scaleBox } from '../chrome/selectionFrame.ts';
import { unionBoxes } from '../paint/boxes.ts';
import type { PresenceCanvas } from './PresenceCanvas.ts';
import { PersonTag } from './PersonTag.tsx';

/** Up to this many blocks have outlines of their own; for more, one around all of them suffices. */
const MAX_OUTLINES = 40;

interface Outline {
  readonly box: Box;
  readonly rotationDeg: number;
}

/** The outlines of blocks in someone's colour, with their name; content px. */
export const PersonOutlines = observer(function PersonOutlines(props: {
  readonly canvas: PresenceCanvas;
  /** The editor with the blocks that others are moving where these are now. */
  readonly editor: Editor;
  readonly uuids: readonly string[];
  readonly color: string;
  readonly name: string;
  /** Whether they have locked the blocks. */
  readonly isLock?: boolean;
}): ReactNode {
  const { canvas, editor, uuids, color, name, isLock = false } = props;
  const { pxPerUnit, windowLeft } = canvas.view;
  const { linePx, halo } = canvas.colors;
  const outlines = outlinesOf(editor, uuids);
  const [first] = outlines;
  if (!first) return null;
  return (
    <>
      <svg
        width="1"
        height="1"
        data-cobble-person-outline={isLock ? 'lock' : 'selection'}
        style={{ position: 'absolute', left: windowLeft, top: 0, overflow: 'visible' }}
      >
        {outlines.map(({ box, rotationDeg }, index) => {
          const { x, y, width, height } = scaleBox(box, pxPerUnit);
          const middle = `${String(x + width / 2)} ${String(y + height / 2)}`;
          const turned =
            rotationDeg % 360 === 0
              ? {}
              : { transform: `rotate(${String(rotationDeg)} ${middle})` };
          const rect = { x, y, width, height, fill: 'none', ...turned };
          return (
            <g key={index}>
              {halo && <rect {...rect} stroke={halo} strokeWidth={linePx + 3} />}
              <rect
                {...rect}
                stroke={color}
                strokeWidth={linePx + 0.5}
                {...(isLock && { strokeDasharray: '5 4' })}
              />
            </g>
          );
        })}
      </svg>
      <PersonTag
        x={windowLeft + first.box.x * pxPerUnit}
        y={first.box.y * pxPerUnit}
        color={color}
        name={name}
        isLock={isLock}
      />
    </>
  );
});

function outlinesOf(editor: Editor, uuids: readonly string[]): readonly Outline[] {
  const outlines = uuids.flatMap((uuid) => {
    const [block, box] = [editor.blocks.get(uuid), editor.boxOf(uuid)];
    return block && box ? [{ box, rotationDeg: rotationOf(block) }] : [];
  });
  if (outlines.length <= MAX_OUTLINES) return outlines;
  const around = outlines.reduce<Box | null>((all, { box }) => unionBoxes(all, box), null);
  return around ? [{ box: around, rotationDeg: 0 }] : [];
}
