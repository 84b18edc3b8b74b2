import {
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  type StackEvent,
} from '@aws-sdk/client-cloudformation';
import { utc } from '../../../../shared/terminal/utc.ts';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import type { Command } from '../command.ts';
import { propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { aws } from '../mends.ts';
import { day, hour, isOlder, spanBetween } from '../spans.ts';
import { type Context, type Note, ofType, type Subject } from './subject.ts';

interface StackAnswers {
  readonly isProtected: AwsAnswer<boolean>;
  /** Only asked if the last deploy did not succeed, the newest first. */
  readonly events: AwsAnswer<readonly StackEvent[]> | undefined;
}

const takenBack = 'UPDATE_ROLLBACK_COMPLETE';
const succeeded = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'IMPORT_COMPLETE'];

function askProtection({ ask }: Asking, StackName: string) {
  return ask('cloudformation:DescribeStacks', { StackName }, async ({ cloudformation }, signal) => {
    const { Stacks } = await cloudformation.send(new DescribeStacksCommand({ StackName }), signal);
    return Stacks?.[0]?.EnableTerminationProtection === true;
  });
}

/** The events of the last deploy are among the newest hundred, which is a page. */
function askEvents({ ask }: Asking, StackName: string) {
  return ask(
    'cloudformation:DescribeStackEvents',
    { StackName },
    async ({ cloudformation }, signal) => {
      const command = new DescribeStackEventsCommand({ StackName });
      return (await cloudformation.send(command, signal)).StackEvents ?? [];
    },
  );
}

/** The state of the stack, and why. */
export const stackState: Subject<StackAnswers> = {
  async ask(asking, { stage }) {
    const hasFailed = !succeeded.includes(stage.status);
    const [isProtected, events] = await Promise.all([
      askProtection(asking, stage.stackName),
      hasFailed ? askEvents(asking, stage.stackName) : undefined,
    ]);
    return { isProtected, events };
  },

  judge({ isProtected, events }, context) {
    const { stage } = context;
    const ofState = stateOf(known(events) ?? [], context);
    const isNews = ({ since }: Finding) => !isOlder(since, day, context.now);
    const isOver = stage.status === takenBack && !ofState.some(isNews);
    return {
      findings: [...(isOver ? [] : ofState), ...unprotected(known(isProtected), context)],
      facts: [`The stack is in ${stage.status}.`],
      notes: isOver ? ofState.map(noteOf) : [],
    };
  },
};

function unprotected(isProtected: boolean | undefined, { stage, expected }: Context): Finding[] {
  const isWanted = ofType(expected, 'AWS::DynamoDB::GlobalTable').some(
    ({ properties }) => propertyAt(properties, 'Replicas.0.DeletionProtectionEnabled') === true,
  );
  if (!isWanted || isProtected !== false) return [];
  return [
    {
      rank: 'UNSAFE',
      what: 'The stack has no termination protection.',
      means: 'One command can delete the stage.',
      runbook: 'changed-by-hand',
      commands: [
        aws('cloudformation update-termination-protection', {
          'stack-name': stage.stackName,
          'enable-termination-protection': true,
        }),
      ],
    },
  ];
}

function noteOf({ what, since, detail, runbook }: Finding): Note {
  const when = since ? ` Since ${utc(since)}.` : '';
  const why = detail ? ` ${detail}` : '';
  return { topic: 'a deploy that was taken back', text: `${what}${when}${why} RUNBOOK#${runbook}` };
}

function isOfStack({ PhysicalResourceId, StackId }: StackEvent): boolean {
  return PhysicalResourceId === StackId;
}

/** The events of the last deploy, with those that took it back. A page also has deploys before it. */
function ofLastDeploy(events: readonly StackEvent[]): readonly StackEvent[] {
  const begin = events.findIndex(
    (event) =>
      isOfStack(event) && /^(CREATE|UPDATE|IMPORT)_IN_PROGRESS$/.test(`${event.ResourceStatus}`),
  );
  return begin === -1 ? events : events.slice(0, begin + 1);
}

function stateOf(all: readonly StackEvent[], context: Context): Finding[] {
  const { status } = context.stage;
  if (succeeded.includes(status)) return [];
  const events = ofLastDeploy(all);
  const failed = events.findLast(({ ResourceStatus }) => ResourceStatus?.endsWith('_FAILED'));
  const at = failed?.LogicalResourceId
    ? ` The first resource that failed was ${failed.LogicalResourceId}.`
    : '';
  const common = {
    since: events.find(isOfStack)?.Timestamp ?? events[0]?.Timestamp,
    detail: failed?.ResourceStatusReason,
  };
  if (status.endsWith('IN_PROGRESS')) {
    const what = inProgress(events.at(-1)?.Timestamp, at, context);
    return what === undefined ? [] : [{ ...common, ...waiting, what }];
  }
  return [{ ...common, ...ended(at, context) }];
}

const waiting = {
  rank: 'BLOCKS',
  means: 'No other deploy can begin. Wait for its end.',
  runbook: 'the-stack-is-stuck',
  commands: [],
} as const;

/** What is said of a deploy that runs. Undefined if it is one as usual. */
function inProgress(
  begin: Date | undefined,
  at: string,
  { stage: { status }, now }: Context,
): string | undefined {
  if (status.includes('ROLLBACK')) return `CloudFormation takes a deploy back.${at}`;
  if (!isOlder(begin, 3 * hour, now)) return undefined;
  return `A deploy runs for ${begin ? spanBetween(begin, now) : 'long'}.`;
}

function ended(at: string, context: Context): Finding {
  const { status } = context.stage;
  const commands = mendsOf(context);
  switch (status) {
    case 'DELETE_FAILED':
      return {
        rank: 'STOPS',
        what: `Somebody deletes the stack, and CloudFormation could not delete all of it.${at}`,
        means: 'No deploy brings back what is gone. Let nobody delete a table.',
        runbook: 'a-stack-that-was-deleted',
        commands,
      };
    case takenBack:
      return {
        rank: 'BLOCKS',
        what: `The last deploy failed and was taken back.${at}`,
        means:
          'Clients get what was there before. The next deploy can begin. A day later, this is only a note.',
        runbook: 'a-release-took-itself-back',
        commands,
      };
    default:
      return {
        rank: 'BLOCKS',
        what: `The last deploy failed: ${status}.${at}`,
        means: 'Clients get what the aliases name. The next deploy cannot begin as usual.',
        runbook: 'the-stack-is-stuck',
        commands,
      };
  }
}

/**
 * A stack whose first deploy was rolled back has no table any more. For all other states, a person must decide first. From
 * UPDATE_FAILED, `rollback-stack` would even delete a stack that was never complete:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_RollbackStack.html
 */
function mendsOf({ stage }: Context): Command[] {
  const { stackName: name, status } = stage;
  const command = (words: string) => aws(`cloudformation ${words}`, { 'stack-name': name });
  switch (status) {
    case 'UPDATE_ROLLBACK_FAILED':
      return [command('continue-update-rollback')];
    case 'ROLLBACK_COMPLETE':
    case 'ROLLBACK_FAILED':
      return [command('delete-stack')];
    default:
      return [];
  }
}
