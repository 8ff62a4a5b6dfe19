import { copyJson, equalJson, JsonProblem } from '../../model/json.ts';
import {
  PAGE_FLAGS,
  type PageFields,
  pageSettingsSchema,
  pageStyleSchema,
} from '../../model/Page.ts';
import { ok, type Refusal, refuse, type Result } from '../../model/Result.ts';
import type { PageFieldsPatch } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { unknownKey } from '../../model/unknownKey.ts';
import { setReferenceWidth } from './setReferenceWidth.ts';

/**
 * Patches the page's settings, style and flags. Settings and style are merged one level deep;
 * undefined removes a key that a page may lack. A new `referenceWidth` scales the page. Refused with
 * `invalid_page` for invalid values, unknown keys and `editorVersion` (details: `path`, `message`).
 */
export function updatePage(
  state: EditorState,
  patch: PageFieldsPatch,
): Result<null, EditorRefusal> {
  const unknown = unknownKey(patch, state.store.fields);
  if (unknown) return refuse('invalid_page', { ...unknown });
  const refused = patch.settings && updateVersionAndWidth(state, patch.settings);
  if (refused) return refused;
  const { fields } = state.store;
  const next: { -readonly [Key in keyof PageFields]?: PageFields[Key] } = {};
  for (const key of PAGE_FLAGS) {
    const flag: unknown = patch[key];
    if (flag === undefined || flag === fields[key]) continue;
    if (typeof flag !== 'boolean')
      return refuse('invalid_page', { path: key, message: 'must be true or false' });
    next[key] = flag;
  }
  try {
    if (patch.settings) {
      const { editorVersion, referenceWidth } = fields.settings;
      const width = patch.settings.referenceWidth ?? referenceWidth;
      // Every page has both: they stay if they are undefined.
      const given = { ...patch.settings, editorVersion, referenceWidth: width };
      const parsed = pageSettingsSchema.safeParse(merge(fields.settings, given));
      if (!parsed.success) return refuseIssue('settings', parsed.error.issues);
      next.settings = parsed.data;
    }
    if (patch.style) {
      const parsed = pageStyleSchema.safeParse(merge(fields.style, patch.style));
      if (!parsed.success) return refuseIssue('style', parsed.error.issues);
      next.style = parsed.data;
    }
  } catch (error) {
    if (error instanceof JsonProblem)
      return refuse('invalid_page', { path: error.path.join('.'), message: error.message });
    // A getter or proxy of the patch threw.
    return refuse('invalid_page', { path: '', message: 'cannot be read' });
  }
  for (const key of ['settings', 'style'] as const)
    if (equalJson(next[key], fields[key])) Reflect.deleteProperty(next, key);
  if (Object.keys(next).length > 0) state.store.setFields(next);
  return ok(null);
}

/**
 * Refuses to set the version, which records the migrations of the page. Scales the page to a new
 * reference width.
 */
function updateVersionAndWidth(
  state: EditorState,
  { editorVersion, referenceWidth }: NonNullable<PageFieldsPatch['settings']>,
): Refusal<EditorRefusal> | null {
  const { settings } = state.store.fields;
  if (editorVersion !== undefined && editorVersion !== settings.editorVersion)
    return refuse('invalid_page', { path: 'settings.editorVersion', message: 'cannot be set' });
  if (referenceWidth === undefined || referenceWidth === settings.referenceWidth) return null;
  if (!Number.isFinite(referenceWidth))
    return refuse('invalid_page', {
      path: 'settings.referenceWidth',
      message: 'must be a finite number',
    });
  const scaled = setReferenceWidth(state, referenceWidth, { scale: true });
  return scaled.ok ? null : scaled;
}

/**
 * Throws a JsonProblem for values that JSON cannot represent, since unknown fields are stored
 * unvalidated.
 */
function merge(into: object, patch: object): unknown {
  return copyJson({ ...into, ...patch }, { depth: 1 });
}

function refuseIssue(
  field: string,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
) {
  const [issue] = issues;
  const path = [field, ...(issue?.path ?? [])].map(String).join('.');
  return refuse('invalid_page' as const, { path, message: issue?.message ?? 'is invalid' });
}
