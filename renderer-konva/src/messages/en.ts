/**
 * The canvas's interface text in English: what painters write on blocks, and labels and
 * announcements for screen readers. Syntax of i18next: `{{value}}` is interpolated, and `_one` and
 * `_other` are plural forms.
 *
 * Names of types (`type.sticky-note`) and shapes (`shape.heart`) default to their ids with spaces
 * for hyphens. The call to action on an embed card (`embedAction.youtube`) and the description of a
 * block without alternative text (`altText.youtube`) default to the English of the block's
 * definition.
 */
export const en = {
  canvasLabel: 'Page canvas',
  canvasKeys:
    'Tab moves between blocks. Arrow keys move the selection, Control with arrow keys (Command on a Mac) resizes it, Enter edits its text, Escape moves to its section.',
  blockTreeLabel: 'Blocks on the page',
  editedTextHint: 'Press Escape to stop editing',

  noPosts: 'No posts yet',
  safeMode: 'Disabled in Safe Mode',
  stickyNotePlaceholder: 'Type here...',

  section: 'Section {{number}}',
  sectionRole: 'section',
  deletedSection: 'Section',
  'type.rich-button': 'button',
  'type.gif': 'GIF',
  'shape.arrow thick': 'thick arrow',
  'shape.arrow thin': 'thin arrow',

  fromLeft: '{{px}} from the left',
  fromTop: '{{px}} from the top',
  wide: '{{px}} wide',
  high: '{{px}} high',
  rotated_one: 'rotated {{count}} degree',
  rotated_other: 'rotated {{count}} degrees',
  isLocked: 'locked',
  isEmpty: 'empty',
  blockCount_one: '{{count}} block',
  blockCount_other: '{{count}} blocks',
  editedByOther: '{{name}} is editing it',
  editedByYou: 'you are editing it in another tab or on another device',
  uploading: 'being uploaded',
  uploadInterrupted: 'upload did not finish',

  blocksSelected_one: '{{count}} block selected',
  blocksSelected_other: '{{count}} blocks selected',
  blockSelected: '{{block}} selected',

  someone: 'Someone',
  guest: 'Guest',
  ownTab: '{{name}} (you)',
  otherTab: 'Your other tab or device',
  peopleHere: 'Also here: {{people}}',
  peopleJoined: '{{people}} joined',
  peopleLeft: '{{people}} left',
  andOthers_one: '{{count}} other person',
  andOthers_other: '{{count}} other people',
  followingNotice: 'Following {{name}} · Esc to stop',
  followingByTouch: 'Following {{name}}',
  stopFollowing: 'Stop',
  followingStarted: 'Following {{name}}. Press Escape to stop.',
  followingEnded: 'No longer following {{name}}.',
  followerJoined: '{{name}} is following you',
  followerLeft: '{{name}} is no longer following you',

  undone: 'Undone. {{text}}',
  redone: 'Redone. {{text}}',
  remote: 'Someone else: {{text}}',
  remoteByYou: 'Your other tab or device: {{text}}',
  blocksGrouped: '{{blocks}} grouped',
  blocksUngrouped: '{{blocks}} ungrouped',
  blocksDeleted: '{{blocks}} deleted',
  blocksAdded: '{{blocks}} added',
  blocksLocked: '{{blocks}} locked',
  blocksUnlocked: '{{blocks}} unlocked',
  blocksMovedTo: '{{blocks}} moved to {{section}}',
  blocksRotated: '{{blocks}} rotated',
  blockRotatedTo_one: '{{block}} rotated to {{count}} degree',
  blockRotatedTo_other: '{{block}} rotated to {{count}} degrees',
  blocksResized: '{{blocks}} resized',
  blocksMoved: '{{blocks}} moved',
  blocksChanged: '{{blocks}} changed',
  blockDetails: '{{block}}: {{details}}',
  sectionsReordered: '{{sections}} changed places',
  pageChanged: 'Page changed',
  atFront: 'at the front',
  atBack: 'at the back',
  fromBack: '{{position}} of {{total}}, counted from the back',
} as const;
