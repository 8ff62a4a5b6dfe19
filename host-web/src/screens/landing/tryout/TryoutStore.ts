import {
  createSnapTargets,
  GEOMETRY,
  PALETTE,
  snapTranslation,
  type SnapGuide,
} from '@cobble/engine';
import { makeAutoObservable } from 'mobx';
import { BOARD_HEIGHT, type PieceKind, type TryoutPiece } from './TryoutPiece.ts';

const REFERENCE_WIDTH_PX = GEOMETRY.defaultReferenceWidthPx;
const BOARD = { x: 0, y: 0, width: 1, height: BOARD_HEIGHT };
const MAX_PIECES = 16;
const ADDED_SHAPES = ['cobble', 'star', 'flower'] as const;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** A drag in progress: where the piece started, and what it can snap to. */
interface Gesture {
  readonly id: string;
  readonly from: TryoutPiece;
  readonly before: readonly TryoutPiece[];
  readonly targets: ReturnType<typeof createSnapTargets>;
}

/**
 * The state of the landing page's board. Pieces snap as blocks do, with the engine's snapping, in
 * fractions of the board's width.
 */
export class TryoutStore {
  pieces: readonly TryoutPiece[];
  /** The name of the board's colour family in `PALETTE`. */
  paletteName = 'Orange';
  guides: readonly SnapGuide[] = [];
  /** The piece that is being dragged. */
  draggedId: string | null = null;
  /** The piece whose text is being edited. */
  editedId: string | null = null;

  #history: (readonly TryoutPiece[])[] = [];
  #gesture: Gesture | null = null;
  #added = 0;
  historyLength = 0;

  constructor(pieces: readonly TryoutPiece[]) {
    this.pieces = pieces;
    makeAutoObservable(this);
  }

  get canUndo(): boolean {
    return this.historyLength > 0;
  }

  get canAdd(): boolean {
    return this.pieces.length < MAX_PIECES;
  }

  /** The five tones of the selected family, from the lightest. */
  get tones(): readonly string[] {
    const family = PALETTE.find(({ name }) => name === this.paletteName);
    return family ? [family.paper, family.light, family.middle, family.strong, family.deep] : [];
  }

  setPalette(name: string): void {
    this.paletteName = name;
  }

  /** Starts dragging a piece and brings it to the front. */
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
   * @param dx from its position at the start, in fractions of the board's width; likewise `dy`
   * @param tolerance the largest distance at which it snaps, in the same unit
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

  /** Ends dragging. Adds a history entry if the piece has moved. */
  end(): void {
    const gesture = this.#gesture;
    if (!gesture) return;
    const now = this.pieces.find((each) => each.id === gesture.id);
    const moved = now?.x !== gesture.from.x || now.y !== gesture.from.y;
    if (moved) this.#addToHistory(gesture.before);
    this.#gesture = null;
    this.draggedId = null;
    this.guides = [];
  }

  /** Moves a piece by px at the reference width. */
  nudge(id: string, dxPx: number, dyPx: number): void {
    const piece = this.pieces.find((each) => each.id === id);
    if (!piece) return;
    this.#addToHistory(this.pieces);
    this.#place({
      ...piece,
      x: piece.x + dxPx / REFERENCE_WIDTH_PX,
      y: piece.y + dyPx / REFERENCE_WIDTH_PX,
    });
  }

  startEditing(id: string): void {
    if (this.pieces.some((each) => each.id === id && each.text !== undefined)) this.editedId = id;
  }

  /** Ends editing and sets the piece's text. */
  endEditing(text: string): void {
    const id = this.editedId;
    this.editedId = null;
    const piece = this.pieces.find((each) => each.id === id);
    if (!piece || piece.text === text) return;
    this.#addToHistory(this.pieces);
    this.#place({ ...piece, text });
  }

  /** Adds a piece and returns its id, or null if the board is full. */
  add(type: 'note' | 'shape'): string | null {
    if (!this.canAdd) return null;
    const count = this.#added++;
    const kind: PieceKind =
      type === 'note' ? 'note' : (ADDED_SHAPES[count % ADDED_SHAPES.length] ?? 'cobble');
    const size = type === 'note' ? 0.3 : 0.17;
    const step = (count % 5) * 0.05;
    this.#addToHistory(this.pieces);
    const piece: TryoutPiece = {
      id: `added-${String(count)}`,
      kind,
      x: 0.3 + step,
      y: 0.22 + step,
      width: size,
      height: kind === 'note' ? 0.26 : size,
      rotationDeg: ((count * 7) % 13) - 6,
      ...(type === 'note' ? { text: '' } : {}),
    };
    this.pieces = [...this.pieces, piece];
    if (type === 'note') this.editedId = piece.id;
    return piece.id;
  }

  remove(id: string): void {
    this.#addToHistory(this.pieces);
    this.pieces = this.pieces.filter((each) => each.id !== id);
  }

  undo(): void {
    const before = this.#history.pop();
    this.historyLength = this.#history.length;
    if (before) this.pieces = before;
  }

  #addToHistory(pieces: readonly TryoutPiece[]): void {
    this.#history.push(pieces);
    this.historyLength = this.#history.length;
  }

  /** Replaces a piece, with its middle on the board so that it can be dragged again. */
  #place(piece: TryoutPiece): void {
    const placed = {
      ...piece,
      x: clamp(piece.x, -piece.width / 2, 1 - piece.width / 2),
      y: clamp(piece.y, -piece.height / 2, BOARD_HEIGHT - piece.height / 2),
    };
    this.pieces = this.pieces.map((each) => (each.id === piece.id ? placed : each));
  }
}
