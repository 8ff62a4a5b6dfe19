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
    // The document is minified; both rules are a matter of taste.
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // Text is the author's: it may end in two spaces and have any length.
    'long-title': 'off',
    'no-raw-characters': 'error',
    'text-content': 'error',
    // A page has no dialogs, so all of its headings form one outline.
    'heading-level': ['error', { allowMultipleH1: false, sectioningRoots: [] }],
    // The skip link's target has a colon in its id, which no author's id can have.
    'valid-id': ['error', { relaxed: true }],
    // A list of posts is identified by role and name and may be in any element.
    'prefer-native-element': ['error', { exclude: ['region', 'list'] }],
    // VoiceOver announces lists without markers only if they have the role.
    'no-redundant-role': 'off',
    // Media that plays by itself is muted, can be paused, and respects reduced motion.
    'no-autoplay': ['error', { exclude: ['video'] }],
    // A video's name is announced with its controls; a checkbox's name says what it pauses.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // All styles are in one sheet; the policy allows it and the page's scripts by their hashes.
    'no-inline-style': 'error',
    'require-csp-nonce': 'off',
  },
};
