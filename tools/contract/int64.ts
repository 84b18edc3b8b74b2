import { _, type CodeKeywordDefinition, str, stringify } from 'ajv';
import type { Rules } from './schema-type.ts';

/** The limits are exact texts, for the message: ajv cannot write a bigint. */
interface Int64 {
  readonly minimum: string;
  readonly maximum: string;
  readonly enum: Rules['enum'];
  readonly rule: string;
}

/** What the keyword says for the rules of an integer. The limits of its format also count. */
export function int64Of({ minimum, maximum, enum: values, format }: Rules): Int64 {
  const bits = format === 'int32' ? 31n : 63n;
  const [lowest, highest] = [-(2n ** bits), 2n ** bits - 1n];
  const wantedLeast = BigInt(minimum ?? lowest);
  const wantedMost = BigInt(maximum ?? highest);
  const least = `${wantedLeast > lowest ? wantedLeast : lowest}`;
  const most = `${wantedMost < highest ? wantedMost : highest}`;
  const rule = values ? `one of ${values.join(', ')}` : `an integer between ${least} and ${most}`;
  return { minimum: least, maximum: most, enum: values, rule };
}

/**
 * The parser makes a bigint of each int64, and of nothing else. The check compares it with doubles, and is exact. leaf.ts
 * refuses a limit of the contract that a double would round. Of the limits of the formats, only 2 ** 63 - 1 is rounded, to
 * 2 ** 63, which is no int64.
 */
export const int64Keyword: CodeKeywordDefinition = {
  keyword: 'int64',
  error: { message: ({ schema }) => str`must be ${schema.rule}` },
  code: (cxt) => {
    const { minimum, maximum, enum: values }: Int64 = cxt.schema;
    const isRight = values
      ? _`${stringify(values)}.includes(Number(${cxt.data}))`
      : _`${cxt.data} >= ${Number(minimum)} && ${cxt.data} <= ${Number(maximum)}`;
    cxt.fail(_`!(typeof ${cxt.data} == "bigint" && ${isRight})`);
  },
};
