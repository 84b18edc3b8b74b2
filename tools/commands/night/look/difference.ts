import type { Properties } from './expected.ts';

/** What differs, in few words: a page has no room for a whole policy. It prints no value that can be secret. */
export function detailOf(path: string, found: unknown, wanted: unknown, isSecret = false): string {
  if (isSecret) return `These differ in ${path}: ${differingNames(found, wanted).join(', ')}.`;
  const own = structureOf(found);
  const right = structureOf(wanted);
  if (own !== undefined && right !== undefined) {
    const [there, wantedParts] = [partsOf(own), partsOf(right)];
    const missing = wantedParts.filter((part) => !there.includes(part));
    const extra = extraParts(there, wantedParts, typeof wanted === 'string');
    const lists = [...listed('missing', missing), ...listed('too much', extra)];
    if (lists.length > 0) return `In ${path}, ${lists.join('; ')}.`;
  }
  const [one, other] = withoutSameStart(jsonOf(found), jsonOf(wanted));
  return `${path} is ${one}, and ${other} in the template.`;
}

function differingNames(found: unknown, wanted: unknown): string[] {
  const [own, right] = [found, wanted].map((value) => (value ?? {}) as Properties);
  return Object.keys({ ...own, ...right }).filter((name) => own?.[name] !== right?.[name]);
}

/** An object or a list, also if it is written as a text. */
function structureOf(value: unknown): object | undefined {
  if (typeof value !== 'string') return Object(value) === value ? (value as object) : undefined;
  if (!value.startsWith('{')) return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Each value at any depth, with the name before it: `Action dynamodb:GetItem`. */
function partsOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(one, name));
  if (typeof value !== 'object' || value === null) return [`${name} ${value}`.trim()];
  return Object.entries(value).flatMap(([key, one]) => partsOf(one, key));
}

/** AWS adds names that the template does not have, but not to a text. */
function extraParts(there: readonly string[], wanted: readonly string[], isText: boolean) {
  const names = new Set(wanted.map(nameIn));
  return there.filter((part) => !wanted.includes(part) && (isText || names.has(nameIn(part))));
}

function nameIn(part: string): string {
  return part.replace(/ .*/s, '');
}

const most = 5;

function listed(what: string, parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  const rest = parts.length > most ? ` and ${parts.length - most} more` : '';
  return [`${what}: ${parts.slice(0, most).join(', ')}${rest}`];
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? 'not set';
}

const longest = 100;

/** Of two long texts, what comes after their same beginning. */
function withoutSameStart(one: string, other: string): readonly [string, string] {
  if (one.length <= longest && other.length <= longest) return [one, other];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const start = Math.max(0, same - 20);
  return [partAt(one, start), partAt(other, start)];
}

function partAt(text: string, start: number): string {
  const before = start > 0 ? '…' : '';
  const after = text.length > start + longest ? '…' : '';
  return `${before}${text.slice(start, start + longest)}${after}`;
}
