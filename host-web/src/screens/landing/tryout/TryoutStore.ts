import {
  createSnapTargets,
  GEOMETRY,
  PALETTE,
  snapTranslation,
  type SnapGuide,
} from '@cobble/engine';
import { makeAutoObservable } from 'mobx';
import { BOARD_HEIGHT, FIRST_PIECES, type PieceKind, type TryoutPiece } from './TryoutPiece.ts';

const REFERENCE_WIDTH_PX = GEOMETRY.defaultReferenceWidthPx;
const BOARD = { x: 0, y: 0, width: 1, height: BOARD_HEIGHT };
const MAX_PIECES = 16;
const ADDED_SHAPES = ['cobble', 'star', 'flower'] as const;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** A gesture under way: where the piece was, and what it may snap to. */
interface Gesture {
  readonly id: string;
  readonly from: TryoutPiece;
  readonly before: readonly TryoutPiece[];
  readonly targets: ReturnType<typeof createSnapTargets>;
}

/**
 * The landing page's board: a small page that anyone may rearrange. It snaps with the engine's own
 * snapping, in the same units as a page: fractions of the board's width.
 */
export class TryoutStore {
  pieces: readonly TryoutPiece[] = FIRST_PIECES;
  /** The family that colours the board, by its name in `PALETTE`. */
  paletteName = 'Orange';
  guides: readonly SnapGuide[] = [];
  /** The piece that is being dragged. */
  draggedId: string | null = null;
  /** The piece whose words are being written. */
  editedId: string | null = null;

  #history: (readonly TryoutPiece[])[] = [];
  #gesture: Gesture | null = null;
  #added = 0;
  historyLength = 0;

  constructor() {
    makeAutoObservable(this);
  }

  get canUndo(): boolean {
    return this.historyLength > 0;
  }

  get canAdd(): boolean {
    return this.pieces.length < MAX_PIECES;
  }

  /** The five tones of the chosen family, from the lightest. */
  get tones(): readonly string[] {
    const family = PALETTE.find(({ name }) => name === this.paletteName);
    return family ? [family.paper, family.light, family.middle, family.strong, family.deep] : [];
  }

  setPalette(name: string): void {
    this.paletteName = name;
  }

  /** Starts dragging: the piece comes to the front. */
  begin(id: string): void {
    const piece = this.pieces.find((each) => each.id === id);
    if (!piece) return;
    const before = this.pieces;
    const others = before.filter((each) => each.id !== id);
    this.pieces = [...others, piece];
    this.draggedId = id;
    this.#gesture = {
      id,
      from: piece,
      before,
      targets: createSnapTargets({ blocks: others, sections: [BOARD], pageHeight: BOARD_HEIGHT }),
    };
  }

  /**
   * Moves the dragged piece.
   *
   * @param dx from where it was when the gesture began, in fractions of the board's width; so `dy`
   * @param tolerance how far it may be drawn to a guide, in the same unit
   */
  drag(dx: number, dy: number, tolerance: number): void {
    const gesture = this.#gesture;
    if (!gesture) return;
    const { from, targets } = gesture;
    const moving = { x: from.x + dx, y: from.y + dy, width: from.width, height: from.height };
    const snapped = snapTranslation({
      moving,
      targets,
      tolerance,
      referenceWidth: REFERENCE_WIDTH_PX,
    });
    this.guides = snapped.guides;
    this.#place({ ...from, x: moving.x + snapped.dx, y: moving.y + snapped.dy });
  }

  /** Ends dragging; a gesture that moved nothing leaves no trace in the history. */
  end(): void {
    const gesture = this.#gesture;
    if (!gesture) return;
    const now = this.pieces.find((each) => each.id === gesture.id);
    const moved = now?.x !== gesture.from.x || now.y !== gesture.from.y;
    if (moved) this.#remember(gesture.before);
    this.#gesture = null;
    this.draggedId = null;
    this.guides = [];
  }

  /** Moves a piece by px at the reference width. */
  nudge(id: string, dxPx: number, dyPx: number): void {
    const piece = this.pieces.find((each) => each.id === id);
    if (!piece) return;
    this.#remember(this.pieces);
    this.#place({
      ...piece,
      x: piece.x + dxPx / REFERENCE_WIDTH_PX,
      y: piece.y + dyPx / REFERENCE_WIDTH_PX,
    });
  }

  startWriting(id: string): void {
    if (this.pieces.some((each) => each.id === id && each.text !== undefined)) this.editedId = id;
  }

  /** Ends writing with these words. */
  write(text: string): void {
    const id = this.editedId;
    this.editedId = null;
    const piece = this.pieces.find((each) => each.id === id);
    if (!piece || piece.text === text) return;
    this.#remember(this.pieces);
    this.#place({ ...piece, text });
  }

  /** Puts a new piece on the board and tells its id; null when the board is full. */
  add(what: 'note' | 'shape'): string | null {
    if (!this.canAdd) return null;
    const count = this.#added++;
    const kind: PieceKind =
      what === 'note' ? 'note' : (ADDED_SHAPES[count % ADDED_SHAPES.length] ?? 'cobble');
    const size = what === 'note' ? 0.3 : 0.17;
    const step = (count % 5) * 0.05;
    this.#remember(this.pieces);
    const piece: TryoutPiece = {
      id: `added-${String(count)}`,
      kind,
      x: 0.3 + step,
      y: 0.22 + step,
      width: size,
      height: kind === 'note' ? 0.26 : size,
      rotationDeg: ((count * 7) % 13) - 6,
      ...(what === 'note' ? { text: '' } : {}),
    };
    this.pieces = [...this.pieces, piece];
    if (what === 'note') this.editedId = piece.id;
    return piece.id;
  }

  remove(id: string): void {
    this.#remember(this.pieces);
    this.pieces = this.pieces.filter((each) => each.id !== id);
  }

  undo(): void {
    const before = this.#history.pop();
    this.historyLength = this.#history.length;
    if (before) this.pieces = before;
  }

  #remember(pieces: readonly TryoutPiece[]): void {
    this.#history.push(pieces);
    this.historyLength = this.#history.length;
  }

  /** Replaces a piece, kept so far on the board that it can be taken hold of again. */
  #place(piece: TryoutPiece): void {
    const placed = {
      ...piece,
      x: clamp(piece.x, -piece.width / 2, 1 - piece.width / 2),
      y: clamp(piece.y, -piece.height / 2, BOARD_HEIGHT - piece.height / 2),
    };
    this.pieces = this.pieces.map((each) => (each.id === piece.id ? placed : each));
  }
}
