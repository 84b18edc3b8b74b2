import { describe, expect, it } from 'vitest';
import { commandsWithoutClone } from '../../tools/commands/night/commands-without-clone.ts';
import type { Right } from '../../tools/test/setup/aws-model/iam-rights.ts';
import { slow } from '../../tools/test/setup/slow.ts';
import { onWindows } from '../../tools/test/setup/system.ts';
import { looking, mending, rightsOf } from './night-calls.ts';
import { account, callsOfRound } from './recorded-calls.ts';
import { allows, filledIn, policiesIn, rowOf, type Statement } from './role-policies.ts';

// The policies of docs/DEPLOY.md for people on call, and for the look of each day.

const { stack } = rowOf('production');
const [toLook = [], toMend = []] = policiesIn('The rights of people on call').map((policy) =>
  filledIn(policy, stack, account),
);
const [toPublish = []] = policiesIn('A look each day').map((policy) =>
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

function refused(policy: readonly Statement[], rights: readonly Right[]): Right[] {
  return rights.filter((right) => !policy.some((statement) => allows(statement, right)));
}

/** The actions and the resources of a policy that none of these rights is about. */
function unused(policy: readonly Statement[], rights: readonly Right[]): string[] {
  return policy.flatMap((statement) => {
    const allowed = rights.filter((right) => allows(statement, right));
    const actions = statement.Action.filter((one) => allowed.every(({ action }) => action !== one));
    const resources = statement.Resource.filter((one) =>
      allowed.every((right) => !allows({ ...statement, Resource: [one] }, right)),
    );
    return [...actions, ...resources];
  });
}

it('records each command that needs no clone', () => {
  const lines = [...looking, ...mending].map(({ line }) => `${line.split(' ')[0]}`);
  expect([...new Set(lines)].toSorted()).toEqual(Object.keys(commandsWithoutClone).toSorted());
});

it('who may only look can run each command that changes nothing', slow, async () => {
  expect(refused(toLook, (await record()).looking)).toEqual([]);
});

it('who may look has no right that these commands do not need', slow, async () => {
  expect(unused(toLook, (await record()).looking)).toEqual([]);
});

it('who may only look reads no item', () => {
  const reading =
    /^dynamodb:(\*|BatchGetItem|ExportTable.*|GetItem|GetRecords|PartiQLSelect|Query|Scan)$/;
  const actions = toLook.flatMap(({ Action }) => Action);
  expect(actions.filter((action) => reading.test(action))).toEqual([]);
});

it('who may also mend can run each command', slow, async () => {
  expect(refused([...toLook, ...toMend], (await record()).mending)).toEqual([]);
});

it('who may mend has no right that these commands do not need', slow, async () => {
  const { mending: rights } = await record();
  expect(unused(toMend, refused(toLook, rights))).toEqual([]);
});

it('limits each right to the stack, if AWS can', slow, async () => {
  const { looking: ofLooking, mending: ofMending } = await record();
  const ofOthers = [...ofLooking, ...ofMending].flatMap(({ action, resource }) => {
    const other = resource.replaceAll(RegExp(`\\b${stack}(?=[-/])`, 'g'), 'Other');
    return other === resource ? [] : [{ action, resource: other }];
  });
  expect(ofOthers.length).toBeGreaterThan(0);
  expect(refused([...toLook, ...toMend], ofOthers)).toEqual(ofOthers);
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

// The script needs bash; the workflow runs it on Linux.
describe.skipIf(onWindows)('the look of each day', () => {
  it('has a right for each call of its script', () => {
    expect(refused([...toLook, ...toPublish], callsOfRound(stack))).toEqual([]);
  });

  it('has no right that its script does not need, beside looking', () => {
    expect(unused(toPublish, refused(toLook, callsOfRound(stack)))).toEqual([]);
  });
});
