import { expect, it } from 'vitest';
import { day, minute } from '../../../../../commands/night/look/spans.ts';
import { otherTables } from '../../../../../commands/night/look/subjects/other-tables.ts';
import { tableStates } from '../../../../../commands/night/look/subjects/table-states.ts';
import type { AwsState } from '../../../../setup/aws-model/aws-state.ts';
import { resourcesOf } from '../../../../setup/aws-model/find.ts';
import { expectChapters, printed } from '../mending.ts';
import {
  ago,
  type Case,
  expectFound,
  itemTable,
  judge,
  judgeResource,
  model,
  physicalId,
  tokenTable,
} from './judging.ts';

const key = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d';

function encrypt(state: AwsState, keyState: 'Enabled' | 'Disabled' | 'PendingDeletion'): void {
  state.tableStates[physicalId(state, 'AWS::DynamoDB::GlobalTable')] = { kmsKeyArn: key };
  state.kmsKeys[key] = keyState;
}

const cases: readonly Case[] = [
  [
    'a table cannot read its key',
    tableStates,
    (state) => {
      state.tableStates[physicalId(state, 'AWS::DynamoDB::GlobalTable')] = {
        status: 'INACCESSIBLE_ENCRYPTION_CREDENTIALS',
      };
    },
    { rank: 'STOPS', about: itemTable, runbook: 'when-a-store-fails' },
  ],
  [
    'a table has a key of KMS',
    tableStates,
    (state) => encrypt(state, 'Enabled'),
    { rank: 'UNSAFE', about: itemTable },
  ],
  [
    'the key of a table is off',
    tableStates,
    (state) => encrypt(state, 'Disabled'),
    {
      rank: 'STOPS',
      about: itemTable,
      commands: [`aws kms enable-key --key-id ${key}`, expect.any(String)],
    },
  ],
  [
    'the key of a table will be deleted',
    tableStates,
    (state) => encrypt(state, 'PendingDeletion'),
    {
      rank: 'STOPS',
      commands: [
        `aws kms cancel-key-deletion --key-id ${key}`,
        `aws kms enable-key --key-id ${key}`,
        expect.stringContaining('--sse-specification Enabled=false'),
      ],
    },
  ],
];

it.for(cases)('%s', expectFound);

it('tables that are not of the template are noted, but not those of another stage', async () => {
  const { state } = model;
  const created = ago(state, day);
  state.otherTables.push({
    name: `PlantStore-${itemTable}-OLD12345`,
    status: 'ACTIVE',
    created,
    items: 4321,
  });
  state.otherTables.push({
    name: `PlantStore-staging-${itemTable}-1A2B3C4D`,
    status: 'ACTIVE',
    created,
  });
  state.otherTables.push({ name: 'plants-restored', status: 'ACTIVE', created });
  state.backups.push({ table: `PlantStore-${tokenTable}-OLD`, time: created, arn: 'arn:backup' });
  state.backups.push({
    table: `PlantStore-staging-${tokenTable}-OLD`,
    time: created,
    arn: 'arn:other',
  });
  const tokens = resourcesOf(state, 'AWS::DynamoDB::GlobalTable').at(-1)?.physicalId ?? '';
  state.tableStates[tokens] = { restorableSince: ago(state, 3 * day) };
  const { findings, notes } = await judge(tableStates, otherTables);
  expect(findings).toEqual([]);
  expect(notes.join()).not.toMatch(/delete (it|the)/i);
  expect(notes.toSorted()).toEqual([
    expect.stringContaining('by hand: plants-restored.'),
    expect.stringContaining(`PlantStore-${tokenTable}-OLD was deleted`),
    expect.stringMatching(`^${tokenTable} has restore points only since .* \\(3 days\\)`),
    expect.stringMatching(
      `PlantStore-${itemTable}-\\w+ \\(made at .*, about 0 items\\), and not PlantStore-${itemTable}-OLD12345 \\(made at .*, about 4321 items\\)`,
    ),
  ]);
});

it('restore points that begin now are a finding', async () => {
  const { state } = model;
  const table = physicalId(state, 'AWS::DynamoDB::GlobalTable');
  state.tableStates[table] = { restorableSince: ago(state, 5 * minute) };
  const { findings } = await judge(tableStates);
  expect(findings).toMatchObject([{ rank: 'UNSAFE', about: itemTable }]);
  expectChapters(findings);
});

it('DynamoDB deletes by another attribute than in the template', async () => {
  const tokens = resourcesOf(model.state, 'AWS::DynamoDB::GlobalTable').at(-1);
  const TimeToLiveSpecification = { AttributeName: 'created', Enabled: true };
  Object.assign(tokens?.properties ?? {}, { TimeToLiveSpecification });
  const findings = await judgeResource(tokens?.logicalId);
  expect(printed(findings)).toMatchObject([
    {
      rank: 'UNSAFE',
      runbook: 'items-that-dynamodb-deletes',
      commands: [expect.stringContaining('Enabled=false,AttributeName=created')],
    },
  ]);
  expectChapters(findings);
});
