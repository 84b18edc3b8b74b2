import { ListTablesCommand, type TableDescription } from '@aws-sdk/client-dynamodb';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import { utc } from '../../../../shared/terminal/utc.ts';
import type { Asking } from '../asking.ts';
import { known } from '../aws-answer.ts';
import type { Expected } from '../expected.ts';
import { askTableDescription } from '../kinds/tables.ts';
import { type Note, ofType, type Subject } from './subject.ts';

export function askTableNames({ ask }: Asking) {
  return ask('dynamodb:ListTables', {}, ({ dynamodb }, signal) =>
    askAllPages(async (ExclusiveStartTableName) => {
      const page = await dynamodb.send(new ListTablesCommand({ ExclusiveStartTableName }), signal);
      return [page.TableNames, page.LastEvaluatedTableName];
    }),
  );
}

/** Whether a table has the name of one of this stack. `STACK-staging-TABLE-1A2B` is of another one. */
export function isTableOf(stack: string, name: string | undefined): boolean {
  return name?.startsWith(`${stack}-`) === true && /^[A-Z]/.test(name.slice(stack.length + 1));
}

interface OtherTable {
  readonly name: string;
  /** The table of the stack that it can be a copy of. */
  readonly table: Expected;
  readonly described: TableDescription | undefined;
  readonly own: TableDescription | undefined;
}

interface OtherTableAnswers {
  /** With a name as of this stack: of an earlier one, or restored by `restore-table`. */
  readonly ofStack: readonly OtherTable[];
  /** Perhaps restored by hand: `items-restored`. The rights of a look do not let it ask more about these. */
  readonly alike: readonly string[];
}

/** Tables that are not of this stack, but may have its items. Nothing here says that one can be deleted. */
export const otherTables: Subject<OtherTableAnswers> = {
  async ask(asking, { stage, expected }) {
    const tables = ofType(expected, 'AWS::DynamoDB::GlobalTable');
    const own = tables.map(({ physicalId }) => physicalId);
    const names = (known(await askTableNames(asking)) ?? []).filter((name) => !own.includes(name));
    const ofStack = names.filter((name) => isTableOf(stage.stackName, name));
    const alike = names.filter((name) => tables.some((table) => isAlike(name, table)));
    const copies = ofStack.flatMap((name) =>
      tables
        .filter(({ logicalId }) => name.startsWith(`${stage.stackName}-${logicalId}-`))
        .map((table) => askCopy(asking, name, table)),
    );
    return {
      ofStack: await Promise.all(copies),
      alike: alike.filter((name) => !ofStack.includes(name)),
    };
  },

  judge({ ofStack, alike }) {
    return { findings: [], notes: [...ofStack.map(ofAnEarlierStack), ...restoredByHand(alike)] };
  },
};

async function askCopy(asking: Asking, name: string, table: Expected): Promise<OtherTable> {
  const describe = async (one: string) => known(await askTableDescription(asking, one))?.Table;
  const [described, own] = await Promise.all([
    describe(name),
    table.physicalId === undefined ? undefined : describe(table.physicalId),
  ]);
  return { name, table, described, own };
}

/** `Items-copy` is, and not `Other-Items-1A2B3C4D5E6F`, which is a table of another stack. */
function isAlike(name: string, { logicalId }: Expected): boolean {
  const isOfAStack = new RegExp(`-${logicalId}-[0-9A-Z]{8,}(-|$)`).test(name);
  return !isOfAStack && name.toLowerCase().includes(logicalId.toLowerCase());
}

function ofAnEarlierStack({ name, table, described, own }: OtherTable): Note {
  const { logicalId, physicalId } = table;
  return {
    topic: 'another table',
    text: `Two tables can have the items of ${logicalId}. The stack uses ${physicalId}${facts(own)}, and not ${name}${facts(described)}. Decide which items are right, and copy what is missing, before anybody deletes one. RUNBOOK#a-second-table`,
  };
}

/** DynamoDB counts every six hours. */
function facts(table: TableDescription | undefined): string {
  if (table === undefined) return '';
  const { CreationDateTime: at, ItemCount: count } = table;
  return ` (${at ? `made at ${utc(at)}, ` : ''}about ${count ?? 'an unknown number of'} items)`;
}

function restoredByHand(names: readonly string[]): Note[] {
  if (names.length === 0) return [];
  const first = names.slice(0, 3).join(', ');
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return [
    {
      topic: 'tables that may be copies',
      text: `Perhaps somebody restored these tables by hand: ${first}${more}. No stack uses them. RUNBOOK#a-second-table`,
    },
  ];
}
