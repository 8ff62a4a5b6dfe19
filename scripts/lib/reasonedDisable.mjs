/** ESLint rule: an `eslint-disable` comment must give a reason after `--`. */
export const reasonedDisable = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { bare: 'Give a reason after "--", or follow the rule.' },
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
