import { parse } from 'yaml';
import { plantOf } from '../../functions/create-plant/plant.ts';
import {
  key,
  keyType,
  type NewPlant,
  newPlantFields,
  path,
} from '../../functions/shared/contract.generated.ts';
import { contractText } from '../../tools/contract/contract.ts';

// The plants of the tests. For another contract, the functions down to the line are written again.

/** Each number, of at most 16 digits, has its own plant. With another name, it is another plant under the same key. */
export function plant(number = 7, name = 'Fern'): NewPlant {
  return { id: BigInt(number), name };
}

/** The plant in its table. */
export function plantItem(number = 7, name = 'Fern') {
  return { ...plantKey(number), name: { S: name } };
}

type Item = Readonly<Record<string, { readonly S?: string; readonly N?: string }>>;

export function plantIn({ id, name, tag }: Item): NewPlant {
  return { id: BigInt(`${id?.N}`), name: `${name?.S}`, ...(tag && { tag: tag.S }) };
}

/** Plants under one key that are as similar as different plants can be. */
export const similarPlants = [
  ...[{ name: 'Fern' }, { name: 'Fern', tag: '' }, { name: '', tag: 'Fern' }, { name: '' }],
  ...[
    { name: 'Fern', tag: 'indoor' },
    { name: 'Fern', tag: 'Indoor' },
  ],
  ...[{ name: 'Fern ', tag: 'indoor' }, { name: 'Fe\u0301rn' }, { name: 'F\u00e9rn' }],
];

// ---- What follows from them, from the contract and from the source.

export { path };

export const contract = parse(contractText());
export const operation = contract.paths[path].post;

/** What a part of the contract says, here or where its $ref leads. */
export function targetOf(part: { readonly $ref?: string }) {
  const [, ...keys] = part.$ref?.split('/') ?? [];
  return keys.length === 0 ? part : keys.reduce((node, name) => node[name], contract);
}

/** The key of the table, as DynamoDB describes it. */
export const tableKey = { AttributeName: key, AttributeType: keyType } as const;

export function plantKey(number = 7) {
  return { [key]: { [keyType]: String(plant(number)[key]) } };
}

/** The fields of the contract in an item. It also says who stored it, and when. */
export function plantPart<Stored extends object>(item: Stored | undefined): Stored | undefined {
  if (item === undefined) return undefined;
  const names: readonly string[] = newPlantFields;
  const fields = Object.entries(item).filter(([name]) => names.includes(name));
  return Object.fromEntries(fields) as Stored;
}

/** JSON with integers digit for digit. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part,
  );
}

/** Every error of the contract, in its order. */
export const failureTable = Object.entries<Example>(
  operation.responses[400].content['application/json'].examples,
).map(([kind, { summary: meaning, description: advice = '', value }]) => {
  return { kind, meaning, advice, ...value };
});

interface Example {
  readonly summary: string;
  readonly description?: string;
  readonly value: { readonly error: number; readonly message: string };
}

/** The contract's example of a failure. */
export function documented(error: number) {
  return { error, message: failureTable.find((row) => row.error === error)?.message ?? '' };
}

export function plantJson(number?: number, name?: string): string {
  return exactJson(plant(number, name));
}

/** The body of the answer that stores it. */
export function plantAnswer(number?: number, name?: string): string {
  return JSON.stringify(plantOf(plant(number, name)));
}

export function numberOf(item: Item): number {
  return Number(plantIn(item).id);
}
