import { expect, it } from 'vitest';
import { cloudshellCommands } from '../../../tools/commands/night/bundle/cloudshell-commands.ts';
import type { Right } from '../../../tools/test/setup/aws-model/iam-rights.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import { account, filledIn, missingRights, policiesIn, unusedParts } from '../policies.ts';
import { looking, mending, rightsOf, stack } from './night-calls.ts';

// The policies of docs/DEPLOY.md for people on call.

const [toLook = [], toMend = []] = policiesIn('The rights of people on call').map((policy) =>
  filledIn(policy, stack, account),
);

let recorded: Promise<Record<'looking' | 'mending', Right[]>> | undefined;

async function recordAll() {
  return { looking: await rightsOf(looking), mending: await rightsOf(mending) };
}

function record() {
  recorded ??= recordAll();
  return recorded;
}

it('records each command that needs no clone', () => {
  const lines = [...looking, ...mending].map(({ line }) => `${line.split(' ')[0]}`);
  expect([...new Set(lines)].toSorted()).toEqual(Object.keys(cloudshellCommands).toSorted());
});

it('who may only look can run each command that changes nothing', slow, async () => {
  expect(missingRights(toLook, (await record()).looking)).toEqual([]);
});

it('who may look has no right that these commands do not need', slow, async () => {
  expect(unusedParts(toLook, (await record()).looking)).toEqual([]);
});

it('who may only look reads no item', () => {
  const reading =
    /^dynamodb:(\*|BatchGetItem|ExportTable.*|GetItem|GetRecords|PartiQLSelect|Query|Scan)$/;
  const actions = toLook.flatMap(({ Action }) => Action);
  expect(actions.filter((action) => reading.test(action))).toEqual([]);
});

it('who may also mend can run each command', slow, async () => {
  expect(missingRights([...toLook, ...toMend], (await record()).mending)).toEqual([]);
});

it('who may mend has no right that these commands do not need', slow, async () => {
  const { mending: rights } = await record();
  expect(unusedParts(toMend, missingRights(toLook, rights))).toEqual([]);
});

it('limits each right to the stack, if AWS can', slow, async () => {
  const { looking: ofLooking, mending: ofMending } = await record();
  const ofOthers = [...ofLooking, ...ofMending].flatMap(({ action, resource }) => {
    const other = resource.replaceAll(RegExp(`\\b${stack}(?=[-/])`, 'g'), 'Other');
    return other === resource ? [] : [{ action, resource: other }];
  });
  expect(ofOthers.length).toBeGreaterThan(0);
  expect(missingRights([...toLook, ...toMend], ofOthers)).toEqual(ofOthers);
});

it('gives a right on everything only if AWS cannot limit it', slow, async () => {
  const { looking: ofLooking, mending: ofMending } = await record();
  const rights = [...ofLooking, ...ofMending];
  const everywhere = [...toLook, ...toMend]
    .filter(({ Resource }) => Resource.includes('*'))
    .flatMap(({ Action }) => Action);
  const limitable = rights.filter(({ resource }) => resource !== '*').map(({ action }) => action);
  expect(everywhere.filter((action) => limitable.includes(action))).toEqual([]);
});
