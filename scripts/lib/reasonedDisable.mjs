/** ESLint rule: a comment that turns rules off says why, after `--`. */
export const reasonedDisable = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { bare: 'Say why after "--", or follow the rule.' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const text = comment.value.trim();
          if (/^eslint-disable/.test(text) && !/\s--\s+\S/.test(text)) {
            context.report({ loc: comment.loc, messageId: 'bare' });
          }
        }
      },
    };
  },
};
