import type { RoomConnection } from '@cobble/engine/collaboration';
import { isSandboxPlace, SANDBOX } from '../contract/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The connection of someone who may only play in the sandbox: show where they are, place the red
 * block within its section, and change the page's colour to one of a few. The room never gets
 * anything else that they send, so strangers can put neither texts nor pictures before each other,
 * nor lock the block, nor fill the page.
 */
export function onlyPlaying(connection: RoomConnection): RoomConnection {
  return {
    ...connection,
    receive: (message) => {
      if (isPlay(message)) connection.receive(message);
    },
  };
}

/** Whether someone may send a message, of which the room checks everything else. */
function isPlay(message: unknown): boolean {
  if (!isFields(message)) return false;
  switch (message['type']) {
    case 'hello':
    case 'catch-up':
    case 'cursor':
      return true;
    case 'selection':
      return isSelection(message);
    case 'update-things':
      return message['offset'] === undefined && isEach(message['updated'], isMove);
    case 'ops':
      return isEach(message['ops'], (op) => isFields(op) && isEach(op['intents'], isPlayful));
    default:
      return false;
  }
}

/** Whether a selection names only what is there. Nobody edits texts or uploads anything here. */
function isSelection({ thingUuids, uploading, caret }: Fields): boolean {
  const isThere = (uuid: unknown): boolean => uuid === SANDBOX.block || uuid === SANDBOX.section;
  return uploading === undefined && caret === undefined && isEach(thingUuids, isThere);
}

function isPlayful(intent: unknown): boolean {
  if (!isFields(intent)) return false;
  const { type } = intent;
  if (type === 'update-things') return isEach(intent['updated'], isMove);
  return type === 'update-page' && isEach(intent['partialPage'], isBoop);
}

const MOVE_FIELDS: ReadonlySet<string> = new Set(['uuid', 'position', 'positionFrom']);
const PLACE_FIELDS: ReadonlySet<string> = new Set([
  ...['parentUuid', 'seenParentUuid', 'x', 'y', 'width', 'height', 'rotationDeg'],
]);

/** Whether an update places the red block within its section, and does nothing else. */
function isMove(update: unknown): boolean {
  if (!isFields(update) || update['uuid'] !== SANDBOX.block) return false;
  const { position } = update;
  if (!hasOnly(update, MOVE_FIELDS) || !isFields(position)) return false;
  const { parentUuid, seenParentUuid = parentUuid, x, y, width, height, rotationDeg } = position;
  return (
    hasOnly(position, PLACE_FIELDS) &&
    parentUuid === SANDBOX.section &&
    seenParentUuid === SANDBOX.section &&
    isSandboxPlace({
      ...{ x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
      rotationDeg: Number(rotationDeg),
    })
  );
}

/** Whether an edit changes the page's colour to one of the sandbox. */
function isBoop(edit: unknown): boolean {
  if (!isFields(edit) || !Array.isArray(edit['path'])) return false;
  const [first, second, ...more] = edit['path'] as readonly unknown[];
  const isColor = first === 'style' && second === 'backgroundColor' && more.length === 0;
  return isColor && SANDBOX.backgrounds.some((color) => color === edit['to']);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(fields: Fields, names: ReadonlySet<string>): boolean {
  return Object.keys(fields).every((name) => names.has(name));
}

function isEach(list: unknown, matches: (item: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every((item) => matches(item));
}
