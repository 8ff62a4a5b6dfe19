import { misspelling } from '../model/inputError.ts';
import { isPlainRecord } from '../model/json.ts';
import { callKit, kitProblem } from './kitProblem.ts';

/**
 * A kit, a definition or a part of one, as an object with fields of its own, which can be copied and
 * listed. A plain object is returned as it is. An instance of a class has methods on its prototype:
 * they are bound to it, because they may use `this`, and fields that are not known are left out.
 *
 * @param type the kit's block type, for errors
 * @param prefix of the paths in errors, such as `block.`
 * @param fields the known fields, with `function` for functions
 * @throws CobbleError `kit_invalid` for a field of an instance whose name is close to that of an absent
 *   one, unless it begins with `_`, and for a getter that throws
 */
export function partsOf<Parts extends object>(
  type: unknown,
  prefix: string,
  given: Parts,
  fields: Readonly<Record<string, string | null>>,
): Parts {
  if (isPlainRecord(given)) return given;
  const kit = typeof type === 'string' ? type : '';
  const parts: Record<string, unknown> = {};
  for (const [name, expected] of Object.entries(fields)) {
    const value: unknown = callKit(kit, prefix + name, () => Reflect.get(given, name));
    if (value === undefined) continue;
    const isMethod = expected === 'function' && typeof value === 'function';
    parts[name] = isMethod ? (value.bind(given) as unknown) : value;
  }
  const misspelt = misspelling(given, Object.keys(fields));
  if (!misspelt) return parts as Parts;
  const { name, hint } = misspelt;
  throw kitProblem(kit, prefix + name, `is not a part of a kit${hint}`);
}
