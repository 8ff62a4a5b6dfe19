import { PLANS } from '@cobble/host-server/contract';

const free = PLANS.find(({ role }) => role === 'basic');

/** The words of the landing page. */
export const LANDING_WORDS = {
  login: 'Login',
  join: 'Join Us',
  headline: 'Cobble together your own corner of the internet',
  lead: 'Put words, images and colours where they feel right. Press Publish, and your page is live at its own address.',
  free: `Free for ${String(free?.maxPages ?? '')} pages of ${String(free?.maxBlocks ?? '')} blocks. No password, no card.`,
  try: 'Or begin here: everything on this page moves',
  tryout: {
    title: 'Try it: a page to rearrange',
    nameLabel: 'Your name',
    namePlaceholder: 'your-name',
    someone: 'new here',
    help: 'Drag it, or move it with the arrow keys; Shift makes bigger steps. Delete takes it away.',
    helpWriting: 'Press Enter to write on it.',
    colours: 'Colours',
    addNote: 'Note',
    addShape: 'Shape',
    addNoteLabel: 'Add a note',
    addShapeLabel: 'Add a shape',
    undo: 'Undo',
    full: 'The board is full. Take something off first.',
    noteEmpty: 'Type here...',
    writing: 'Words of the piece',
    greeting: (name: string) => `Hello, I'm ${name}`,
    moved: (left: number, top: number) =>
      `${String(left)} percent from the left, ${String(top)} percent from the top`,
    names: {
      heading: 'Heading',
      note: 'Note',
      flower: 'Flower',
      star: 'Star',
      cobble: 'Cobble',
      image: 'Image of a sunny hill',
      button: 'Button',
    },
  },
  how: {
    title: 'How it works',
    steps: [
      {
        title: 'Pitch your stall',
        text: 'Join with your e-mail address: we send a link, and there is no password to forget. Pick a name, and a first page is laid out for you.',
      },
      {
        title: 'Lay out your wares',
        text: 'Text, images, shapes, buttons, notes: drag them wherever they look right. Guides help things line up, and every step can be undone.',
      },
      {
        title: 'Open the shutters',
        text: 'Press Publish. Your page is plain, light HTML at your own address. It needs no JavaScript, and text that grows pushes its neighbours instead of covering them.',
      },
    ],
  },
  rules: {
    title: 'The rules of the square',
    list: [
      'It is your space',
      'So easy anyone can create',
      'Messy and experimental encouraged',
      'Internet for humans doing human things',
      'Organic movement and human curation',
      'Above all, fun and exciting to explore',
    ],
  },
  last: {
    title: 'There is room on the square',
    text: 'A name, a page, an address. It takes about two minutes.',
  },
  footer: 'Cobble is free software under the MIT licence.',
} as const;
