/** Attributes whose value users read or hear. */
const READ =
  /^(?:label|title|description|placeholder|hint|note|alt|text|aria-(?:label|description|valuetext|roledescription))$/;

const hasWord = (text) => /\p{L}{2}/u.test(text) && !/^https?:/.test(text);

/** ESLint rule: interface text comes from the message catalogue, not from literals in components. */
export const noInterfaceText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { literal: 'Move this text to the message catalogue.' },
  },
  create(context) {
    const check = (node) => {
      switch (node?.type) {
        case 'Literal':
          if (typeof node.value === 'string' && hasWord(node.value))
            context.report({ node, messageId: 'literal' });
          break;
        case 'TemplateLiteral':
          if (node.quasis.some(({ value }) => hasWord(value.cooked ?? '')))
            context.report({ node, messageId: 'literal' });
          break;
        case 'JSXExpressionContainer':
          check(node.expression);
          break;
        case 'ConditionalExpression':
          check(node.consequent);
          check(node.alternate);
          break;
        case 'LogicalExpression':
          check(node.right);
          break;
      }
    };
    return {
      JSXText(node) {
        if (hasWord(node.value)) context.report({ node, messageId: 'literal' });
      },
      JSXAttribute(node) {
        if (node.name.type === 'JSXIdentifier' && READ.test(node.name.name)) check(node.value);
      },
      'JSXElement > JSXExpressionContainer': check,
      'JSXFragment > JSXExpressionContainer': check,
    };
  },
};
