/** The words of the signed-in home (sections 2, 4 and 8 word for word). */
export const HOME_WORDS = {
  title: 'Home',
  greetings: {
    morning: 'Good morning',
    afternoon: 'Good afternoon',
    evening: 'Good evening',
  },
  greet: (greeting: string, name: string) => `${greeting}, ${name}`,
  pages: 'Your pages',
  filters: { public: 'Public', private: 'Private' },
  newPage: 'New Page',
  empty: {
    public: "You have no public pages. Why don't you create a personal website?",
    private: "You have no private pages. Why don't you create a moodboard or journal?",
  },
  loading: 'Fetching your pages',
  failed: 'Your pages could not be fetched. They are safe; only the way to them is blocked.',
  tryAgain: 'Try again',
  edit: 'Edit',
  visit: 'Visit',
  visitLabel: (address: string) => `Visit ${address}, opens a new window`,
  disabled: 'Disabled',
  notPublished: 'Not published yet',
  isPrivate: 'Private',
  changed: (when: string) => `Changed ${when}`,
  cap: (max: number) => `Can't add more than ${String(max)} pages`,
  account: (username: string) => `Account: ${username}`,
  logOut: 'Log out',
  archive: {
    open: 'Export or import',
    title: 'Export or import',
    exportTitle: 'Take your site with you',
    exportText:
      'A ZIP of plain files: pages, pictures and fonts, ready for any web host, and for coming back here.',
    hidden: 'Add pages that visitors cannot see',
    hiddenNote: 'Keep such a file to yourself. Passwords are never in it.',
    export: 'Export',
    exporting: (megabytes: string) => `Packing: ${megabytes} MB so far`,
    exported: (file: string) => `${file} is in your downloads.`,
    importTitle: 'Bring a site in',
    importText: 'Its pages are added as drafts. Nothing that you have is changed.',
    import: 'Choose a ZIP',
    importing: 'Reading the file',
    imported: (slugs: readonly string[]) =>
      `${slugs.length === 1 ? 'One page was added as a draft' : `${String(slugs.length)} pages were added as drafts`}: ${slugs.join(', ')}.`,
    lost: {
      asset_missing: (path: string) => `${path} was not in the file.`,
      asset_refused: (path: string) =>
        `${path} is no picture that can be kept, or larger than your plan allows.`,
      page_was_restricted: (path: string) =>
        `${path} had a password. It is private until you set a new one.`,
    },
    where: (message: string, path: string) => `${message} (${path})`,
  },
  theme: { system: 'Like this device', light: 'Day', dark: 'Evening' },
  prompt: {
    title: 'Create New Page',
    label: 'Page name',
    placeholder: 'new-page-name',
    submit: 'Create',
    created: (slug: string) => `${slug} created successfully`,
  },
} as const;
