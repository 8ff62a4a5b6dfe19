import type { InputProblem } from '@cobble/engine';
import type { UsernameProblem } from '@cobble/host-server/contract';
import type { ApiErrorCode } from '../api/ApiError.ts';

const SOMETHING_WENT_WRONG = 'Something went wrong. Try again.';

/**
 * The English messages of the web app, by screen. Values in `{{}}` are filled in; `_zero`, `_one`
 * and `_other` are plural forms of i18next; tags such as `<email/>` are replaced by `Trans`.
 * Messages of the specification stay word for word.
 */
export const en = {
  app: {
    name: 'Cobble',
    documentTitle: '{{title}} · Cobble',
    loading: 'Loading',
    somethingWentWrong: SOMETHING_WENT_WRONG,
    tryAgain: 'Try again',
    signOut: 'Log out',
  },
  archive: {
    title: 'Export or import',
    exportTitle: 'Export your site',
    exportText:
      'Download a ZIP with your pages, images and fonts. Host it anywhere, or import it back into Cobble (up to {{maxMb}} MB).',
    address: 'Site address (optional)',
    addressPlaceholder: 'example.com',
    addressHint:
      'If you know where you will host the site, add its address. The export then includes a sitemap, so that search engines find the right address.',
    addressInvalid: 'Enter an address like example.com.',
    includeHidden: "Include pages that visitors can't see",
    includeHiddenNote:
      'The ZIP will contain private content, so keep it safe. It never contains passwords.',
    export: 'Export',
    exporting: 'Exporting: {{megabytes}} MB',
    exported: '{{file}} was downloaded.',
    importTitle: 'Import a site',
    importText: "Pages are added without being published. Your existing pages don't change.",
    import: 'Choose a ZIP file',
    importing: 'Importing...',
    imported_zero: 'The ZIP contains no pages.',
    imported_one: '1 page was added but not published: {{pages}}.',
    imported_other: '{{count}} pages were added but not published: {{pages}}.',
    errorAt: '{{message}} ({{path}})',
  },
  archiveProblem: {
    damaged: 'This ZIP file is damaged. Export or download it again.',
    newer: 'This ZIP file was exported from a newer version of Cobble.',
    tooManyBlocks_one: 'A page in the ZIP has {{count}} more block than your plan allows.',
    tooManyBlocks_other: 'A page in the ZIP has {{count}} more blocks than your plan allows.',
  },
  archiveWarning: {
    asset_missing: '{{path}} is missing from the ZIP.',
    asset_refused: "{{path}} isn't a supported image, or is too large for your plan.",
    page_was_restricted:
      "{{path}} had a password, which isn't in the ZIP. The page is now private.",
  },
  auth: {
    email: 'Email',
    emailHint: "We'll email you a link. No password needed.",
    emailInvalid: 'Enter a valid email address.',
    verifying: 'Logging you in',
    verifyFailed: 'Something went wrong. Try logging in again.',
    requestNewLink: "Enter your email and we'll send you a new link.",
    accountFetchFailed: 'Something went wrong. Please try logging in again.',
    logIn: 'Log in',
    signedIn: 'Login successful. Welcome back!',
  },
  authQuestion: {
    login: 'Already have an account?',
    'sign-up': 'New here?',
  },
  authSubmit: {
    login: 'Login',
    'sign-up': 'Sign Up',
  },
  authTitle: {
    login: 'Welcome Back',
    'sign-up': 'Join Us',
  },
  checkEmail: {
    title: 'Check your email',
    sent: 'We sent a login link to <email/>. The link works once and expires in 10 minutes.',
    phone: 'On a phone, open the link in Safari or Chrome, not inside the mail app.',
    localMailbox:
      "This server runs locally and doesn't send real email. <mailbox>Open its mailbox</mailbox>",
    useAnother: 'Use a different email',
  },
  completeSignUp: {
    username: 'Choose a username',
    questionnaire: 'Almost Done',
  },
  confirmEmail: {
    title: 'Confirm your email',
    text: 'Enter the email address that this link was sent to.',
    submit: 'Continue',
    question: 'Log in with this email?',
    warning:
      'Only continue if you requested this link yourself. If someone else sent it to you, you will be logged in to their account.',
    confirm: 'Yes, log in',
    useAnother: 'Use a different email',
  },
  editorScreen: {
    failedTitle: "Couldn't open this page",
    damaged: "This page is damaged and can't be opened.",
    newer: 'This page was made with a newer version of the editor. Refresh the page to update.',
  },
  error: {
    account_does_not_exist: "This account doesn't exist.",
    account_invalid_username: 'Only letters, numbers, and hyphens.',
    account_unavailable_username: 'Username is not available.',
    domain_does_not_exist: "This domain doesn't exist.",
    domain_invalid_name: 'Must be a valid domain name like example.com',
    insufficient_privileges_to_add_domain: 'Custom domains require Plus or Pro.',
    insufficient_privileges_to_change_favicon: 'A site icon requires Plus or Pro.',
    insufficient_privileges_to_change_share_image: 'A share image requires Plus or Pro.',
    insufficient_privileges_to_change_analytics_id: 'An analytics ID requires Plus or Pro.',
    insufficient_privileges_to_change_meta_tags: 'Meta tags require Plus or Pro.',
    insufficient_privileges_to_hide_attribution:
      'Hiding the attribution requires Mini, Plus or Pro.',
    insufficient_privileges_to_make_page_private: 'Private pages require Plus or Pro.',
    insufficient_privileges_to_use_code_embed: 'Custom code requires an upgrade to Plus',
    insufficient_privileges_to_use_domain: 'Custom domains require Plus or Pro.',
    insufficient_privileges_to_use_premium_font: 'Premium fonts require Mini, Plus or Pro.',
    page_cannot_delete_only_page: 'You cannot delete your only page',
    page_cannot_update_disabled_page:
      "This page is disabled and can't be changed. Its content is safe.",
    page_changed_elsewhere:
      'There is a newer version of this page. Refresh the page to load it and discard your changes.',
    page_does_not_exist: 'Page does not exist.',
    page_no_changes_can_be_made: "This page can't be changed right now.",
    page_slug_already_used: 'Page name already used. Try another.',
    pages_per_account_limit_exceeded: "Can't add more than {{max}} pages",
    storage_quota_exceeded:
      'Your storage is full. Delete pages or unused images, or choose a larger plan.',
    things_per_page_limit_exceeded: '{{over}} too many blocks on this page to publish',
    page_size_limit_exceeded:
      'Too much content on this page to publish. Shorten its longest texts or simplify its largest drawings.',
    site_unavailable_slug: 'This name is not available. Try another.',
    page_invalid_password: 'A page password must have 4 to 200 characters.',
    page_invalid_slug: 'Only letters, numbers, hyphens, and one slash.',
    page_invalid_style:
      "One of the styles can't be published. Undo your last change and try again.",
    page_invalid_thing:
      "One of the blocks can't be published. Undo your last change and try again.",
    page_invalid_hyperlink: 'One of the hyperlinks is causing an issue. Please report bug.',
    page_invalid_position:
      'One of the blocks has an invalid position or size. Undo your last change and try again.',
    page_invalid_asset_url: "One of the images or audio files can't be published. Add it again.",
    page_invalid_title: 'Page title cannot exceed 500 characters',
    page_invalid_description: 'Page description cannot exceed 2000 characters',
    page_unsupported_settings:
      "One of the page settings isn't supported. Refresh the page and try again.",
    page_version_does_not_exist: 'This version no longer exists.',
    site_invalid_favicon: "This site icon can't be used. Upload it again.",
    site_invalid_share_image: "This share image can't be used. Upload it again.",
    site_invalid_analytics_id: 'Must be in the format of G-XXXXXXXXXX',
    site_invalid_meta_tags: 'One of the meta tags is invalid. Check its name and try again.',
    site_unsupported_settings:
      "One of the site settings isn't supported. Refresh the page and try again.",
    err_unauthorized: "You're logged out. Log in and try again.",
    err_forbidden: "You don't have permission to do that.",
    err_not_found: "We couldn't find that. It may have been deleted.",
    err_bad_request: SOMETHING_WENT_WRONG,
    err_internal_server_error: SOMETHING_WENT_WRONG,
    err_payload_too_large: 'This page is too large to save. Remove some content and try again.',
    err_storage_full: "The server is out of storage, so this couldn't be saved. Try again later.",
    err_unavailable: 'Cobble is temporarily unavailable. Try again in a moment.',
    mail_not_sent: "We couldn't send the email. Try again in a few minutes.",
    err_rate_limited: 'Too many attempts. Wait a few minutes and try again.',
    sign_in_link_invalid:
      'Invalid login URL, or it was sent to a different address. Enter your email to get a new link.',
    sign_in_link_used: 'This link has already been used. Enter your email to get a new one.',
    sign_in_link_expired:
      'This link has expired or was replaced by a newer one. Enter your email to get another.',
    upload_signature_expired: 'Something went wrong. Please refresh the page.',
    upload_unsupported_type: 'Unsupported file type (only .png, .gif, and .jpgs)',
    upload_too_large: 'Max file size on your plan is {{maxMb}} MB',
    upload_too_many: 'Only {{max}} files can be uploaded at a time.',
    archive_invalid:
      "This file can't be imported. Choose a ZIP file that was exported from Cobble.",
    archive_too_large:
      'This ZIP file or a file in it is too large, or it has too many files. A ZIP file can be up to {{maxMb}} MB.',
    network_unreachable: "We couldn't reach Cobble. Check your connection and try again.",
    response_invalid: SOMETHING_WENT_WRONG,
  } satisfies Record<ApiErrorCode, string>,
  /** For an image that is small enough for the plan, but too large to decode. */
  imageTooLarge: {
    frames: 'This image has more than {{maxFrames}} frames.',
    pixels: 'This image has too many pixels.',
  },
  errorScreen: {
    title: 'Something went wrong',
    text: 'This screen stopped working. Your pages are safe, and so are changes that were saved or kept in this browser. Refresh to continue.',
    refresh: 'Refresh',
  },
  errorWithoutNumber: {
    pages_per_account_limit_exceeded: "Can't add more pages on your plan",
    things_per_page_limit_exceeded: 'Too many blocks on this page to publish',
  },
  firstPage: {
    welcomeTitle: 'Welcome',
    welcomeText:
      'This is your page. You can move, change or delete everything on it. Drag a block to move it (on a touchscreen, tap it first); double-click or double-tap text to edit it.',
    continue: 'Continue',
    liveTitle: 'Your page is live',
    liveText:
      'We published it so that you have something to share. Press Publish whenever you want visitors to see your changes.',
    viewPage: 'View page',
    close: 'Close',
  },
  greeting: {
    morning: 'Good morning, {{name}}',
    afternoon: 'Good afternoon, {{name}}',
    evening: 'Good evening, {{name}}',
  },
  home: {
    title: 'Home',
    pages: 'Your pages',
    newPage: 'New Page',
    loading: 'Loading your pages',
    loadFailed: "We couldn't load your pages. Try again in a moment.",
    account: 'Account: {{username}}',
    archive: 'Export or import',
  },
  input: {
    hyperlink_required: 'Enter a link.',
    hyperlink_invalid: 'Needs to be a valid URL',
    hyperlink_missing_protocol: 'Missing protocol (e.g. https://)',
    url_required: 'Enter a link for the button.',
    invalid_url: 'Needs to be a valid URL',
    smart_embed_required: 'Enter the URL to embed.',
    smart_embed_invalid_url: 'Need to be a valid URL',
    smart_embed_unsupported: 'Smart Embed is not yet supported for this URL',
    page_slug_empty: 'Page slug cannot be empty',
    page_slug_too_short: 'Must be at least 1 character.',
    page_slug_too_long: 'Cannot be longer than 100 characters.',
    page_slug_ends_in_slash: 'Cannot end in a slash. But {{first}}/{{last}} is valid.',
    page_slug_invalid_characters: 'Only letters, numbers, hyphens, and one slash.',
    page_slug_invalid_part: 'Only letters, numbers, and hyphens. No more than 50 characters',
  } satisfies Record<InputProblem, string>,
  landing: {
    signIn: 'Login',
    join: 'Join Us',
    headline: 'Cobble together your own corner of the internet',
    lead: 'Put text, images and colours wherever they feel right. Press Publish, and your page is live at its own address.',
    free: 'Free for up to {{pages}} pages with {{blocks}} blocks each. No password, no credit card.',
    tryIt: 'Go on, drag something!',
    howTitle: 'How it works',
    rulesTitle: 'The rules of the square',
    lastTitle: "There's room on the square",
    lastText: 'A name, a page, an address. It takes about two minutes.',
    footer: 'Cobble is free software under the MIT licence.',
  },
  landingRules: {
    space: 'It is your space',
    easy: 'So easy anyone can create',
    messy: 'Messy and experimental encouraged',
    humans: 'Internet for humans doing human things',
    curation: 'Organic movement and human curation',
    fun: 'Above all, fun and exciting to explore',
  },
  landingSteps: {
    joinTitle: 'Pitch your stall',
    joinText:
      'Join with your email address. We send you a link, so there is no password to forget. Pick a name, and your first page is ready to edit.',
    editTitle: 'Lay out your wares',
    editText:
      'Text, images, shapes, buttons, notes: drag them wherever they look right. Guides help you line things up, and you can undo every step.',
    publishTitle: 'Open the shutters',
    publishText:
      'Press Publish, and your page is live at your own address. It is plain, fast HTML that works without JavaScript and adapts to phones.',
  },
  leaveDialog: {
    title: 'Leave this page?',
    okay: 'Okay',
    cancel: 'Cancel',
  },
  leaveText: {
    changes: 'You have UNSAVED changes. CANCEL to return and save. OKAY to discard them.',
    image:
      'An image is not saved yet. CANCEL to return and wait for it. OKAY to discard it and all other unsaved changes.',
    text: 'Something you typed, such as a link, could not be saved. CANCEL to return and correct it. OKAY to discard it.',
  },
  leaveWhilePublishing: {
    title: 'Your page is still being published',
    kept: "You'll leave as soon as it is published. If you leave now and publishing fails, your changes are kept in this browser, and we'll ask about them when you come back.",
    notKept:
      "You'll leave as soon as it is published. If you leave now and publishing fails, your changes are lost, because changes to private pages aren't kept in this browser.",
    saved:
      "You'll leave as soon as it is published. If you leave now, it may not be published. Your changes stay saved.",
    leave: 'Leave now',
    stay: 'Stay on this page',
  },
  logOut: {
    title_one: "1 change isn't sent yet",
    title_other: "{{count}} changes aren't sent yet",
    text_one:
      "It's only on this device. If you log out, it stays in this browser and is sent when {{username}} logs in here again.",
    text_other:
      "They're only on this device. If you log out, they stay in this browser and are sent when {{username}} logs in here again.",
    stay: 'Stay logged in',
  },
  newPage: {
    title: 'Create New Page',
    name: 'Page name',
    namePlaceholder: 'new-page-name',
    submit: 'Create',
    created: '{{slug}} created successfully',
  },
  noPages: {
    public: "You have no public pages. Why don't you create a personal website?",
    private: "You have no private pages. Why don't you create a moodboard or journal?",
    newArePublic: 'New pages are public.',
  },
  notFound: {
    title: 'Page does not exist.',
    text: 'Check the address. The page may have been renamed, moved or deleted.',
    home: 'Go to the home page',
  },
  offline: {
    title: "You're offline",
    unreachable: "We can't reach Cobble right now",
    noneOpen: 'Your pages appear here as soon as the connection is back.',
    someOpen:
      'You can still open these pages. The others appear as soon as the connection is back.',
    page: 'This page opens as soon as the connection is back.',
  },
  pageCard: {
    edited: 'Edited {{when}}',
    justNow: 'just now',
    image: 'Preview of {{name}}',
    visit: 'Visit {{address}} (opens in a new tab)',
    disabled: 'Disabled',
    private: 'Private',
    notPublished: 'Not published',
    notSent_one: '1 unsent change',
    notSent_other: '{{count}} unsent changes',
  },
  pagesTab: {
    public: 'Public {{number}}',
    private: 'Private {{number}}',
  },
  publish: {
    signInRequired: 'You need to be logged in.',
    unreachable:
      "We couldn't reach Cobble, so your page may not be published. Check your connection and publish again.",
    unreachableKept:
      "We couldn't reach Cobble, so your page may not be published. Your changes are safe. Check your connection and publish again.",
    problemKept: '{{problem}} Your changes are safe.',
    otherAccount:
      "You're now logged in as {{other}}, in another tab. Log in as {{own}} to publish this page.",
    otherAccountKept:
      "You're now logged in as {{other}}, in another tab. Log in as {{own}} to publish this page. Your changes are safe.",
    notPermitted: "You don't have the permission to publish.",
    failed: 'Something went wrong while publishing. Please report PAGE_ERROR.',
  },
  questionnaire: {
    question: 'What would you like to make first?',
    placeholder: 'A page for my band, a menu, a love letter...',
    hint: 'A few words are enough. Your answer helps us improve Cobble.',
    submit: 'Make my page',
    back: 'Back',
  },
  smartEmbed: {
    supported: '{{platform}} embeds are supported!',
  },
  storage: {
    title: 'Storage',
    used: "You're using {{used}} of the {{max}} on your plan.",
    usedUnlimited: "You're using {{used}}.",
    text: 'Uploaded images and the versions of your pages count towards your storage. Deleting a page deletes its versions.',
    free: 'Delete unused images',
    freeNote:
      'Deletes images that no page and no version uses, except those of the last hour. Images that are only in unpublished changes are deleted too.',
    freed: 'Deleted {{size}}.',
    noneUnused: 'There were no unused images.',
  },
  theme: {
    label: 'Theme',
    system: 'System theme',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  tryout: {
    title: 'Try it: a page you can rearrange',
    name: 'Your name',
    namePlaceholder: 'your-name',
    defaultName: 'new here',
    help: 'Drag to move, or use the arrow keys. Hold Shift for larger steps. Press Delete to remove. On a note or button, press Enter to edit its text.',
    colors: 'Colours',
    note: 'Note',
    addNote: 'Add a note',
    shape: 'Shape',
    addShape: 'Add a shape',
    undo: 'Undo',
    full: 'There is no space left. Remove something first.',
    empty: 'Type here...',
    editText: 'Edit text',
    greeting: "Hello, I'm {{name}}",
    firstNote: 'Drag me. I stay where you leave me.',
    firstButton: 'Come in',
    moved: '{{left}} percent from the left, {{top}} percent from the top',
    named: '{{kind}}: {{text}}',
  },
  tryoutKind: {
    heading: 'Heading',
    note: 'Note',
    flower: 'Flower',
    star: 'Star',
    cobble: 'Cobble',
    image: 'Image of a sunny hill',
    button: 'Button',
  },
  upload: {
    unreachable: "We couldn't reach Cobble. We'll upload your image as soon as we can.",
    otherAccount:
      "You're now logged in as {{other}}, in another tab. Log in as {{own}}, and we'll upload your image.",
    unavailable: "Cobble can't take your image just now. We'll upload it as soon as we can.",
    sessionExpired: "You need to be logged in. We'll upload your image after that.",
  },
  username: {
    label: 'Username',
    hint: 'Your username is part of your address.',
    address: 'Your address',
    addressPlaceholder: 'your-name',
    checking: 'Checking username availability...',
    taken: 'Username is not available.',
    available: 'Available',
    submit: 'Continue',
    signedInAs: 'Logged in as {{email}}.',
  },
  usernameProblem: {
    username_too_short: 'Must be at least 2 characters.',
    username_too_long: 'Cannot be longer than 20 characters.',
    username_invalid_characters: 'Only letters, numbers, and hyphens.',
    username_hyphen_at_end: 'Cannot start or end with a hyphen.',
    username_double_hyphen: "Two hyphens can't follow the second character. Use one.",
  } satisfies Record<UsernameProblem, string>,
  room: {
    loggedOut: "You're logged out. Your changes are kept on this device. Log in to save them.",
    gone: 'This page was deleted, or you no longer have access to it.',
  },
  sandbox: {
    title: 'Sandbox',
    text: 'One red block, shared by everyone here. Drag it or press the arrow keys, and everyone sees it move.',
    textForTouch:
      'One red block, shared by everyone here. Tap it, then drag it, and everyone sees it move.',
    visible: 'Everyone here sees your username and cursor.',
    quiet: "You're in quiet mode: nobody here sees your username or cursor.",
    boop: 'Boop Sandbox',
    canvas: 'The red block and its page',
    connecting: 'Connecting...',
    alone: "You're the only one here.",
    people_one: '{{names}} is here too.',
    people_other: '{{names}} are here too.',
    more_one: '{{count}} other',
    more_other: '{{count}} others',
    someone: 'Someone',
    ownBoop: 'You booped the sandbox.',
    boopBy: '{{name}} booped the sandbox.',
    onlyPlay: 'In the sandbox, you can only move, resize and rotate the red block.',
    logInTitle: 'Log in to play in the sandbox',
    logInText: 'The sandbox is one page for everyone. You move a red block around together, live.',
    offTitle: 'The sandbox is closed',
    offText: "It isn't available on this server.",
    failedTitle: "Couldn't open the sandbox",
  },
  unsent: {
    rejected_one: "A change that you made offline couldn't be saved. The page had changed by then.",
    rejected_other:
      "{{count}} changes that you made offline couldn't be saved. The page had changed by then.",
    rejectedOnPage_one:
      "A change that you made offline on {{page}} couldn't be saved. The page had changed by then.",
    rejectedOnPage_other:
      "{{count}} changes that you made offline on {{page}} couldn't be saved. The page had changed by then.",
  },
  withheldChanges: {
    title: 'Unpublished changes',
    text: 'Changes to this page that were not published are kept in this browser. Log in to recover them.',
    notNow: 'Not now',
    otherAccount:
      'This browser has unpublished changes to this page from another account. You are logged in as {{username}}.',
  },
};
