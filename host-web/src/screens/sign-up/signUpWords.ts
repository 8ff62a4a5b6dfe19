/** The words of the sign-up's two steps. */
export const SIGN_UP_WORDS = {
  username: {
    title: 'Choose a username',
    label: 'Username',
    explain: 'It names your corner of the town.',
    address: 'Your pages will stand at',
    addressPlaceholder: 'your-name',
    checking: 'Checking username availability...',
    taken: 'Username is not available.',
    available: 'It is yours if you like.',
    submit: 'Continue',
  },
  questionnaire: {
    title: 'Almost Done',
    label: 'What would you like to make first?',
    placeholder: 'A page for my band, a menu, a love letter...',
    hint: 'A few words are enough. It helps us see what people come for.',
    submit: 'Make my page',
    back: 'Back',
  },
  signedInAs: (email: string) => `Signed in as ${email}.`,
  logOut: 'Log out',
} as const;
