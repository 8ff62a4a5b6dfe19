/**
 * The texts of the server that users read: emails, its own small pages, and messages of API errors,
 * which the web app replaces with its own. Messages of the contract's schemas are in `contract`.
 * English only.
 */
export const messages = {
  product: 'Cobble',
  signInEmail: {
    subject: { login: 'Log in to Cobble', 'sign-up': 'Finish signing up for Cobble' },
    heading: { login: 'Welcome back', 'sign-up': 'Welcome to Cobble' },
    intro: {
      login: "Use this link to log in. You don't need a password.",
      'sign-up': "Use this link to finish signing up. You don't need a password.",
    },
    button: { login: 'Log in to Cobble', 'sign-up': 'Join Cobble' },
    expiry: (minutes: number) => `The link works once and expires in ${String(minutes)} minutes.`,
    phone: 'On a phone, open the link in Safari or Chrome, not inside the mail app.',
    fallback: "If the button doesn't work, copy this address into your browser:",
    origin: (time: string | null) =>
      `This link was requested${time === null ? '' : ` at ${time}`}. If that wasn't you, ignore this email. Nobody can log in without the link.`,
  },
  mailbox: {
    title: 'Mailbox',
    empty: 'No emails yet. Login links appear here instead of being sent.',
    to: 'To',
    all: 'All emails',
    frame: 'Email',
    plainText: 'Plain text',
    note: 'This page replaces a mail server on this machine. Set SMTP_URL to send real emails.',
  },
  notFoundPage: {
    title: 'There is no page here',
    text: 'It may have been moved or made private, or the address may contain a typo.',
    home: 'Go to the home page of this site',
    create: 'Make your own page',
  },
  unavailablePage: {
    title: 'Back in a moment',
    text: "This page can't be loaded right now. Please try again in a minute.",
  },
  wrongHostPage: {
    title: 'Unknown address',
    text: 'There is nothing at this address. Cobble is at:',
  },
  passwordPage: {
    title: 'This page is protected',
    text: "Enter the password to view this page. If you don't have it, ask the author.",
    label: 'Password',
    submit: 'View page',
    problem: {
      wrong: 'Wrong password. Please try again.',
      too_many: 'Too many attempts. Wait a few minutes and try again.',
      busy: 'We are very busy right now. Try again in a few seconds.',
    },
  },
  api: {
    mailNotSent: "We couldn't send the email. Try again in a few minutes.",
    usernameUnavailable: 'Username is not available.',
    onlyPage: 'You cannot delete your only page',
    invalidDomain: 'Must be a valid domain name like example.com',
    tooManyDomains: (max: number) => `An account can have at most ${String(max)} domains.`,
    uploadExpired: 'Something went wrong. Please refresh the page.',
    uploadTooLarge: (maxMb: number) => `Max file size on your plan is ${String(maxMb)} MB`,
    uploadTooMany: (max: number) => `Only ${String(max)} files can be uploaded at a time.`,
    uploadUnsupported: 'Unsupported file type (only .png, .gif, and .jpgs)',
    bodyTooSlow: 'The request took too long to arrive.',
    tooManyBodies: 'Too many requests are being sent at once. Try again when they are done.',
    uploadInterrupted: 'The upload was interrupted.',
    tooManyFrames: (max: number) => `This image has more than ${String(max)} frames.`,
    imageTooComplex: 'This image takes too much time or memory to decode.',
    tooManyPixels: 'This image has too many pixels.',
    notYourImage: 'This image is not among your uploads. Upload it first.',
    noFile: 'The request contains no file.',
    malformedForm: 'The form cannot be read.',
    malformedUrl: 'The URL is malformed.',
    malformedJson: 'The body is not valid JSON.',
    pageTooComplex: 'The page takes too much time or memory to process.',
    pageTooLarge: (maxMb: number) =>
      `The published page would be larger than ${String(maxMb)} MB. Remove some of its content, such as large drawings.`,
    bodyType: (type: string) => `The body must be ${type}.`,
    unknownPath: (url: string) => `There is nothing at ${url}`,
    archiveTooLarge: (maxMb: number) => `A ZIP file can be up to ${String(maxMb)} MB.`,
    archiveTooMuchContent: 'The pages in the ZIP file have too much content.',
    archiveTooComplex: 'The ZIP file takes too much time or memory to process.',
    archivePageTooLarge: 'A page in the ZIP file is too large to be stored.',
    archiveTooManyImages: (max: number) =>
      `The pages in the ZIP file have more than ${String(max)} images.`,
  },
} as const;
