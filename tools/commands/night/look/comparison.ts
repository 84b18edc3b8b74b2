import { isDeepStrictEqual } from 'node:util';
import { type Properties, propertyAt } from './expected.ts';
import { isComputed } from './template-value.ts';

/** How a property of AWS is compared with that of the template. */
export interface Comparison {
  /**
   * What AWS has if nobody ever set it. If this is there, also as `undefined`, a property that the template does not have
   * is compared with it. If it is not there, such a property is not compared.
   */
  readonly unset?: unknown;
  /** AWS adds nothing to it, so something more is a difference. Its values can be secret, and are not printed. */
  readonly exact?: boolean;
}

/** Whether AWS has another property than the template. */
export function differs(
  path: string,
  actual: object | undefined,
  properties: Properties,
  comparison: Comparison,
): boolean {
  const { unset, exact = false } = comparison;
  const wanted = propertyAt(properties, path);
  if (!isComputed(wanted)) return false;
  // The template says nothing about it, and AWS is not known to have a default.
  if (wanted === undefined && !('unset' in comparison)) return false;
  const [found, right] = [propertyAt(actual, path) ?? unset, wanted ?? unset];
  return exact ? !isDeepStrictEqual(found, right) : !isAsWanted(found, right);
}

/** Whether AWS has what the template says. AWS adds defaults to it, and gives some lists in another order. */
function isAsWanted(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    const items = [found].flat();
    return (
      items.length === wanted.length &&
      wanted.every((one) => items.some((item) => isAsWanted(item, one)))
    );
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (Object.keys(wanted).length === 0) return isDeepStrictEqual(found, wanted);
    return Object.entries(wanted).every(([name, value]) =>
      isAsWanted((found as Properties | undefined)?.[name], value),
    );
  }
  return String(found) === String(wanted);
}
