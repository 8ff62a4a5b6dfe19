import type { ConfigData } from 'html-validate';

/**
 * Rules for published HTML in addition to html-validate's recommended ones, with a reason for each
 * exception. The Nu checker checks whether a document is valid, these rules whether it is good
 * HTML.
 */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // The document is minified; both are a matter of taste in HTML.
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // Text is the author's: it may end in two spaces and have any length.
    'long-title': 'off',
    'no-raw-characters': 'error',
    'text-content': 'error',
    // A page without intermediate headings is read in the order that it has.
    'heading-level': ['error', { allowMultipleH1: false, sectioningRoots: [] }],
    // The skip link's target has a colon in its id, which no author's id can have.
    'valid-id': ['error', { relaxed: true }],
    // A list of posts is identified by role and name and may be in any element.
    'prefer-native-element': ['error', { exclude: ['region', 'list'] }],
    // VoiceOver only announces unmarked lists that have the role.
    'no-redundant-role': 'off',
    // Media that plays by itself is muted, can be paused, and respects reduced motion.
    'no-autoplay': ['error', { exclude: ['video'] }],
    // A video's name is read with its controls; a button's name says what it pauses.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // All styles are in one sheet that the policy allows by its hash, and no script runs.
    'no-inline-style': 'error',
    'require-csp-nonce': 'off',
  },
};
