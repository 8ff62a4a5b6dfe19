/**
 * Where the user's changes are, in a room:
 *
 * - `connecting`: the room has not been joined yet
 * - `saved`: the room has stored everything
 * - `saving`: some changes are on their way to the room, or not committed yet, such as typed text
 * - `offline`: the connection is lost; changes are kept on this device
 * - `failing`: neither the room nor this device has stored some changes
 * - `notKept`: the room has stored everything, but this device can store no changes
 * - `readOnly`: the user may only view the page
 * - `outdated`: the page, or the room, needs a newer editor
 * - `refused`: the room does not admit this tab; changes are kept on this device
 */
export type SaveState =
  | 'connecting'
  | 'saved'
  | 'saving'
  | 'offline'
  | 'failing'
  | 'notKept'
  | 'readOnly'
  | 'outdated'
  | 'refused';
