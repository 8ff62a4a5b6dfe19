// A tool that draws a shape of any size: press, drag, release. Shift makes it square.

/** @typedef {{ x: number, y: number, width: number, height: number }} Position */

/**
 * @param {import('@cobble/engine').Editor} editor
 * @param {(code: import('@cobble/engine').EditorRefusal) => void} onRefusal tells the user why a drag
 *   draws nothing, for example because the page has reached its block limit
 * @returns {import('@cobble/engine').Tool}
 */
export function shapeTool(editor, onRefusal) {
  /** @type {{ x: number, y: number, pointerId: number, mark: number } | null} */
  let drag = null;
  let shape = '';

  /** Draws the shape between the start of the drag and a point. */
  function stretch(/** @type {{ x: number, y: number, shift: boolean }} */ { x, y, shift }) {
    if (!drag) return;
    const width = Math.abs(x - drag.x);
    const height = shift ? width : Math.abs(y - drag.y);
    // The corner where the drag began stays where it is.
    const left = x < drag.x ? drag.x - width : drag.x;
    const top = y < drag.y ? drag.y - height : drag.y;
    const position = { x: left, y: top, width, height };
    const edited = shape === '' ? add(position) : resize(position);
    if (edited.ok) return;
    // Not `unwrap()`: what it throws would end the tool, and the user would not learn why.
    end('cancel');
    onRefusal(edited.code);
  }

  function add(/** @type {Position} */ position) {
    const added = editor.add({ type: 'shape', position });
    if (added.ok) [shape = ''] = added.value;
    return added;
  }

  function resize(/** @type {Position} */ position) {
    // Without a parent, `add` takes page space, but a patch is relative to the block's section.
    const section = editor.boxOf(editor.blocks.get(shape)?.parentUuid ?? '');
    const y = position.y - (section?.y ?? 0);
    const x = position.x - (section?.x ?? 0);
    return editor.update(shape, { position: { ...position, x, y } });
  }

  /** Ends the drag: its edits become one history entry, or are discarded. */
  function end(/** @type {'commit' | 'cancel'} */ how) {
    if (drag) editor[how](drag.mark);
    drag = null;
    shape = '';
  }

  return {
    name: 'draw-shape',
    cursor: 'crosshair',
    handle(event) {
      // A second finger must not stretch the first one's shape, nor end its drag.
      const pointerId = 'pointerId' in event ? event.pointerId : undefined;
      if (drag && pointerId !== undefined && pointerId !== drag.pointerId) return false;
      if (event.type === 'pointerdown' && !drag && event.button === 0) {
        const { x, y } = event;
        drag = { x, y, pointerId: event.pointerId, mark: editor.begin('Draw a shape') };
      }
      if (event.type === 'pointermove') stretch(event);
      else if (event.type === 'pointerup') end('commit');
      else if (event.type === 'pointercancel') end('cancel');
      else if (event.type === 'keydown' && event.key === 'Escape' && drag) {
        // Escape cancels a drag; without a drag, the editor ends the tool.
        end('cancel');
        return true;
      }
      return false;
    },
    stopped() {
      drag = null;
      shape = '';
    },
  };
}
