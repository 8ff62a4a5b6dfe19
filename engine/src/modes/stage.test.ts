import { createEditor } from '../createEditor.ts';
import type { NewBlock } from '../editor/patches.ts';
import type { Kit } from '../blocks/Kit.ts';
import type { Editor, EditorOptions } from '../editor/Editor.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import { createBlankPage } from '../pages/createBlankPage.ts';
import { createSection } from '../pages/createSection.ts';
import type { Box } from '../model/Position.ts';
import type { InputEvent } from '../editor/InputEvent.ts';

type Pointer = Partial<Extract<InputEvent, { type: 'pointerdown' }>>;

/** Screen px per unit of page space in these tests. */
export const PX = 600;

/** An editor with a pointer, for tests of gestures. */
export interface Stage {
  readonly editor: Editor<Kit>;
  /** The refusal codes, in order. */
  readonly refusals: EditorRefusal[];
  /**
   * Adds a block to the first section, or to the parent in `more`, at a position in the parent's
   * space, and returns its id. Clears the selection and resets `entries`.
   */
  add(
    uuid: string,
    box: readonly [number, number, number, number],
    more?: Partial<NewBlock<string>>,
  ): string;
  down(x: number, y: number, more?: Pointer): void;
  move(x: number, y: number, more?: Pointer): void;
  up(x: number, y: number, more?: Pointer): void;
  click(x: number, y: number, more?: Pointer): void;
  /** Presses, moves in a few steps, and releases. */
  drag(from: readonly [number, number], to: readonly [number, number], more?: Pointer): void;
  key(name: string): void;
  box(uuid: string): Box;
  selected(): string[];
  /** The number of edits since the last `add`, each of them a history entry. */
  entries(): number;
}

/** Creates a stage with two empty sections, each 1 unit high, at 600 px. */
export function createStage(options: Partial<EditorOptions> = {}): Stage {
  let id = 0;
  const createId = () => `id-${String(id++)}`;
  const blank = createBlankPage({ slug: 'main', createId });
  const editor = createEditor({
    page: {
      ...blank,
      ID: 1,
      site: { ID: 1, slug: 'ada' },
      accountID: 1,
      isDisabled: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      revision: 0,
      relativeHeight: 2,
      things: {
        one: createSection('one', { width: 1, height: 1 }, 0),
        two: createSection('two', { width: 1, height: 1 }, 1),
      },
    },
    ...options,
    environment: { createId, random: () => 0.5, now: () => 0, ...options.environment },
  });
  const refusals: EditorRefusal[] = [];
  editor.onRefusal((code) => refusals.push(code));
  let entries = 0;
  editor.onChange((_, origin) => {
    if (origin === 'edit') entries++;
  });
  const send =
    (type: 'pointerdown' | 'pointermove' | 'pointerup') =>
    (x: number, y: number, more: Pointer = {}) => {
      editor.dispatch({ pxPerUnit: PX, ...more, type, x, y });
    };
  const stage: Stage = {
    editor,
    refusals,
    add(uuid, [x, y, width, height], more = {}) {
      const added = editor.add({
        type: 'shape',
        parentUuid: 'one',
        ...more,
        uuid,
        position: { x, y, width, height, rotationDeg: 0, ...more.position },
      });
      if (!added.ok) throw new Error(added.code);
      editor.clearSelection();
      entries = 0;
      return uuid;
    },
    down: send('pointerdown'),
    move: send('pointermove'),
    up: send('pointerup'),
    click(x, y, more) {
      stage.down(x, y, more);
      stage.up(x, y, more);
    },
    drag([x1, y1], [x2, y2], more) {
      stage.down(x1, y1, more);
      stage.move((x1 + x2) / 2, (y1 + y2) / 2, more);
      stage.move(x2, y2, more);
      stage.up(x2, y2, more);
    },
    key(name) {
      const parts = name.split('+').map((part) => (part === '' ? '+' : part));
      const key = parts.at(-1) ?? '';
      const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
      editor.dispatch({
        type: 'keydown',
        key,
        ctrl: has('ctrl'),
        alt: has('alt'),
        shift: has('shift'),
      });
    },
    box(uuid) {
      const box = editor.boxOf(uuid);
      if (!box) throw new Error(`no ${uuid}`);
      return box;
    },
    selected: () => [...editor.selection].sort(),
    entries: () => entries,
  };
  return stage;
}
