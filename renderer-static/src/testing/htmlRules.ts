import type { ConfigData } from 'html-validate';

/**
 * What published HTML is held to on every machine, on top of the recommended rules of
 * html-validate. Where we do otherwise, the reason stands beside it. The Nu checker says whether a
 * document is valid HTML; these say whether it is good HTML.
 */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // The document is written to be short: neither is anything but taste in HTML.
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // Words are the author's: they may end in two spaces, and be of any length.
    'long-title': 'off',
    'no-raw-characters': 'error',
    'text-content': 'error',
    // A page whose author left out headings in between is read in the order that it has.
    'heading-level': ['error', { allowMultipleH1: false, sectioningRoots: [] }],
    // The skip link's target has a colon in its id, which no author's id can have.
    'valid-id': ['error', { relaxed: true }],
    // A list of posts says what it is by role and name: it may stand in any element.
    'prefer-native-element': ['error', { exclude: ['region', 'list'] }],
    // VoiceOver takes a list without marks for none unless it says that it is one.
    'no-redundant-role': 'off',
    // What moves without being asked is muted, can be stopped, and stands still for who wants that.
    'no-autoplay': ['error', { exclude: ['video'] }],
    // A video's name is read with its controls, and a button's by which it is stopped.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // All styles stand in one sheet that the policy names by its hash, and nothing runs.
    'no-inline-style': 'error',
    'require-csp-nonce': 'off',
  },
};
