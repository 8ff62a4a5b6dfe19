import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedIdSchema } from '../embedUrl.ts';

const NAME = /^(?:team\/)?[\w-]{1,60}$/;
const ID = /^[A-Za-z\d]{3,64}$/;
const FORMS = new Set(['pen', 'full', 'details', 'embed', 'live', 'debug', 'pres']);

const content = z.looseObject({
  /** `team/name` for a team's pens. */
  codePenUsername: embedIdSchema(NAME, 'a CodePen username'),
  codePenID: embedIdSchema(ID, 'the id of a pen'),
});

function recognize(url: string): z.infer<typeof content> | null {
  const address = readWebAddress(url);
  if (address?.host !== 'codepen.io') return null;
  const { path } = address;
  const owner = path[0] === 'team' ? 2 : 1;
  const name = path.slice(0, owner).join('/');
  const rest = path.slice(owner);
  // The id follows the form of the address, or `preview`: /embed/<id>, /embed/preview/<id>.
  const [form = '', id = ''] = rest[1] === 'preview' ? [rest[0], rest[2]] : rest;
  return FORMS.has(form) && NAME.test(name) && ID.test(id)
    ? { codePenUsername: name, codePenID: id }
    : null;
}

/** A pen on CodePen. Default size 420 by 420. */
export const codepen = defineBlock({
  type: 'codepen',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 420, height: 420 }),
  defaultContent: () => ({ codePenUsername: '', codePenID: '' }),
  defaultStyles: { borderRadiusPx: 10 },
  altText: ({ codePenUsername: name }) =>
    name ? `Pen by ${name.replace('team/', '')} on CodePen` : 'Pen on CodePen',
  recognize,
  embed: {
    platform: 'CodePen',
    icon: 'codepen',
    color: '#1E1F26',
    action: 'Open on CodePen',
    pageUrl: ({ codePenUsername: name, codePenID: id }) =>
      name && id ? `https://codepen.io/${name}/pen/${id}` : null,
    frameUrl: ({ codePenUsername: name, codePenID: id }) =>
      name && id ? `https://codepen.io/${name}/embed/${id}?default-tab=result` : null,
  },
});
