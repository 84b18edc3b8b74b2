import { describe, expect, it } from 'vitest';
import type { Right } from '../../../tools/test/setup/aws-model/iam-rights.ts';
import { onWindows } from '../../../tools/test/setup/system.ts';
import { resourcesOf } from '../../setup/synthesized.ts';
import { account, filledIn, missingRights, policiesIn, unusedParts } from '../policies.ts';
import { arn, rightOfCli } from './role-calls.ts';
import { byArguments, recordedIn, runScript, unexpectedCall } from './run-script.ts';

const topic = 'arn:aws:sns:sa-east-1:123456789012:PlantStore-Ticket';

/** Commands that print the file of the last argument, which is `file://…`. */
const publishing = `for word; do file=\${word#file://}; done; echo "PUBLISHED $(cat "$file")" >&2`;

/** A round with a look that ends like this. What is published is printed as `PUBLISHED`. */
function round(exitCode: number, { prints = "echo 'what look says'", topics = topic } = {}) {
  return runScript('.ci/look PlantStore', {
    programs: {
      npm: `${prints}; exit ${exitCode}`,
      aws: byArguments({
        '*list-stack-resources*': `echo '${topics}'`,
        [`*'sns publish --topic-arn ${topic} '*`]: publishing,
        '*': unexpectedCall,
      }),
    },
  });
}

// The script needs bash; the workflow runs it on Linux.
describe.skipIf(onWindows)('the round of a day', () => {
  it('tells nobody if all is well', () => {
    const { status, stdout, stderr } = round(0);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'what look says\n',
      stderr: '',
    });
  });

  it.each([1, 3])('publishes what look says, and fails as it does: %i', (exitCode) => {
    const { status, stdout, stderr } = round(exitCode);
    expect(status).toBe(exitCode);
    expect(stdout).toBe('what look says\n');
    expect(stderr).toBe('PUBLISHED what look says\n');
  });

  // npm itself can end with 1, too.
  it.each([1, 2, 134])('publishes why a look failed: %i', (exitCode) => {
    const { status, stdout, stderr } = round(exitCode, { prints: "echo 'its error' >&2" });
    expect({ status, stdout }).toEqual({ status: exitCode, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^its error\nPUBLISHED The look itself failed .* ${exitCode}, .*\nits error\n$`),
    );
  });

  it('fails also if the stage has no topic of tickets', () => {
    const { status, stderr } = round(1, { topics: '' });
    expect(status).toBe(1);
    expect(stderr).toBe('');
  });

  const policyOf = (chapter: string) =>
    filledIn(policiesIn(chapter)[0] ?? [], 'PlantStore', account);
  const toLook = policyOf('The rights of people on call');
  const toPublish = policyOf('A look each day');

  it('has a right for each call of its script', () => {
    expect(missingRights([...toLook, ...toPublish], neededRights())).toEqual([]);
  });

  it('has no right that its script does not need, beside looking', () => {
    expect(unusedParts(toPublish, missingRights(toLook, neededRights()))).toEqual([]);
  });
});

/** What the script needs after a look that found something. */
function neededRights(): Right[] {
  const [ticket] = Object.keys(resourcesOf('AWS::SNS::Topic')).filter((id) =>
    id.includes('Ticket'),
  );
  const topicOfStage = arn('sns', `PlantStore-${ticket}-1A2B`);
  const { stdout, stderr } = runScript('.ci/look PlantStore > printed || cat aws.calls', {
    programs: {
      npm: 'exit 1',
      aws: `${recordedIn('aws.calls')}\n${byArguments({ '*list-stack-resources*': `echo '${topicOfStage}'` })}`,
    },
  });
  const lines = stdout.split('\n').filter(Boolean);
  if (lines.length === 0) throw new Error(stderr);
  return lines.map((line) => rightOfCli(line.split('\t')));
}
