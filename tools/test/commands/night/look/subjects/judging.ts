import { expect, vi } from 'vitest';
import { authorizer, routes } from '../../../../../../functions/service.ts';
import { optionalSettings, synthesizedWith } from '../../../../../../test/setup/synthesized.ts';
import { createAsking } from '../../../../../commands/night/look/asking.ts';
import { expectedResources } from '../../../../../commands/night/look/expected.ts';
import type { Finding } from '../../../../../commands/night/look/finding.ts';
import { judgeResources } from '../../../../../commands/night/look/judge-resources.ts';
import { kinds } from '../../../../../commands/night/look/kinds/all-kinds.ts';
import { textOfNote } from '../../../../../commands/night/look/page.ts';
import type { Subject } from '../../../../../commands/night/look/subjects/subject.ts';
import { askStage } from '../../../../../shared/stage/stage.ts';
import type { AwsState } from '../../../../setup/aws-model/aws-state.ts';
import { resourcesOf } from '../../../../setup/aws-model/find.ts';
import { useAwsModel } from '../../../../setup/aws-model/use-aws-model.ts';
import { patience } from '../../../../setup/slow.ts';
import { expectChapters, expectCommands, play, printed } from '../mending.ts';

// What the subjects say of a stand-in of AWS, in which one thing is broken.

const { template } = await synthesizedWith(optionalSettings);
const { clients, ...aws } = await useAwsModel({ template });
export const { model } = aws;
export const healthy = await askStage(clients, 'PlantStore');
export const expected = expectedResources(healthy);

export const [{ functionName }] = routes;
export const tokenTable = authorizer.table;
/** The table of the items. */
export const itemTable =
  resourcesOf(model.state, 'AWS::DynamoDB::GlobalTable')[0]?.logicalId ?? expect.fail('no table');

type Printed = Partial<Omit<Finding, 'commands'> & { readonly commands: readonly string[] }>;
type Found = Printed | readonly Printed[];

/** What is broken, and what is found. */
export type Case = readonly [
  string,
  // biome-ignore lint/suspicious/noExplicitAny: each subject has other answers.
  subject: Subject<any>,
  breakIt: (state: AwsState) => void,
  found: Found,
  /** A rollback that ended is still news, what was counted stays in the last hour, or a person must act, too. */
  stays?: 'stays for a while',
];

/** What subjects say of the stand-in. */
export async function judge(...some: readonly Subject<unknown>[]) {
  const stage = { ...healthy, status: `${model.state.stack.status}` };
  const context = { stage, expected, now: model.state.now };
  const asking = createAsking(clients, patience);
  const judged = await Promise.all(
    some.map(async (subject) => subject.judge(await subject.ask(asking, context), context)),
  );
  expect(asking.unanswered).toEqual(new Map());
  return {
    findings: judged.flatMap(({ findings }) => findings),
    facts: judged.flatMap(({ facts = [] }) => facts),
    notes: judged.flatMap(({ notes = [] }) => notes.map(textOfNote)),
    remarks: judged.flatMap(({ remarks = [] }) => remarks),
  };
}

/** What is found of a resource of the template. */
export async function judgeResource(logicalId: string | undefined) {
  const one = expected.find((resource) => resource.logicalId === logicalId);
  const kind = one && kinds.get(one.type);
  if (one?.physicalId === undefined || kind === undefined) throw new Error(`no ${logicalId}`);
  const asking = createAsking(clients, patience);
  const answer = await kind.ask(asking, { ...one, physicalId: one.physicalId });
  return judgeResources(healthy, [{ expected: one, answer }]);
}

/** What is broken is found. After the printed commands it is not found any more, unless the case says that it stays. */
export async function expectFound([, subject, breakIt, found, stays]: Case): Promise<void> {
  answerWith(401);
  breakIt(model.state);
  const { findings } = await judge(subject);
  expect(printed(findings)).toMatchObject([found].flat());
  expectChapters(findings);
  const commands = findings.flatMap((one) => one.commands);
  await expectCommands(commands);
  if (commands.length === 0 || stays) return;
  for (const command of commands) await play(command);
  expect((await judge(subject)).findings).toEqual([]);
}

/** A request without a token gets this status. */
export function answerWith(status: number): void {
  vi.stubGlobal('fetch', async () => new Response('', { status }));
}

export function ago(state: AwsState, milliseconds: number): Date {
  return new Date(state.now.getTime() - milliseconds);
}

/** The log of requests. */
export function accessLog({ stack }: AwsState): string {
  return `/aws/vendedlogs/http-apis/${stack.outputs['ApiId']}`;
}

/** The log of the first function, which is live. */
export function functionLogGroup(state: AwsState): string {
  const [fn] = resourcesOf(state, 'AWS::Lambda::Function');
  return fn?.properties.LoggingConfig.LogGroup ?? expect.fail('no function');
}

export function physicalId(state: AwsState, type: string): string {
  return resourcesOf(state, type)[0]?.physicalId ?? expect.fail(`no ${type}`);
}

/** The formula of an alarm in the template, such as `30 - days`. */
export function formulaOf(name: string): string {
  const alarms = resourcesOf(model.state, 'AWS::CloudWatch::Alarm');
  const found = alarms.find(({ physicalId }) => physicalId === `PlantStore-${name}`);
  const parts: { readonly Expression?: string }[] = found?.properties.Metrics ?? [];
  return parts.flatMap(({ Expression }) => Expression ?? []).join();
}
