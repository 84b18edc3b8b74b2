import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTokenCommand } from '../../../tools/commands/token/token-command.ts';
import { cloudformation } from '../../../tools/test/commands/cloudformation.ts';
import type { Right } from '../../../tools/test/setup/aws-model/iam-rights.ts';
import { startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';
import { filesOf } from '../../../tools/test/setup/system.ts';
import { isOfGateway } from '../../service/aws/gateway-questions.ts';
import { askQuestion } from '../../service/aws/question.ts';
import { questionsOf } from '../../service/aws/questions.ts';
import { startStandIn } from '../../service/aws/stand-in.ts';
import { assembly, resourcesOf } from '../../setup/synthesized.ts';
import { account } from '../policies.ts';
import { byArguments, recordedIn, runScript } from './run-script.ts';
import { type Any, scriptOf } from './workflows.ts';

// The rights that the calls of a job of a workflow need. Each call is recorded: the commands of the job run with stand-ins of
// the programs, and what these programs do is recorded from their own code.

export function arn(service: string, name: string): string {
  return `arn:aws:${service}:sa-east-1:${account}:${name}`;
}

export async function rightsOfJob(job: Any, stack: string): Promise<Right[]> {
  const stage = stack === 'PlantStore' ? 'production' : stack.replace('PlantStore-', '');
  const { aws, npm, npx } = programsOf(job, stage, stack);
  const tokens = npm.some((line) => line.includes(' token '));
  const questions = npm.some((line) => line.includes(' test:aws '));
  return [
    ...aws.map((line) => rightOfCli(line.split('\t'))),
    ...npx.flatMap((line) => rightsOfCdk(line)),
    ...(tokens ? await rightsOfToken(stack, 'create', '--client', 'pipeline') : []),
    ...(questions ? await rightsOfQuestions(stack) : []),
  ];
}

/** What the commands of a job start, a line for each. */
function programsOf(job: Any, stage: string, stack: string) {
  const [topic] = Object.keys(resourcesOf('AWS::SNS::Topic'));
  const outputs = { [stack]: { ApiUrl: 'https://api', ProbeName: `${stack}-Probe-1A2B` } };
  const answers = byArguments({
    '*describe-stacks*': 'echo CREATE_COMPLETE',
    '*invoke*': 'echo None',
    '*list-stack-resources*': `printf 'Pages\\t${arn('sns', `${stack}-${topic}-1A2B`)}\\n'`,
    '*': `echo '{"Subscriptions":[]}'`,
  });
  const printCalls = 'for name in aws npm npx; do sed "s/^/$name /" $name.calls; done';
  const { stdout, stderr } = runScript(`STAGE=${stage}; set +e\n${scriptOf(job)}\n${printCalls}`, {
    files: {
      [`assembly/${stage}/${stack}.metadata.json`]: '{}',
      [`assembly/${stage}/${stack}.template.json`]: '{"Resources":{}}',
      'outputs.json': JSON.stringify(outputs),
    },
    programs: {
      aws: `${recordedIn('aws.calls')}\n${answers}`,
      npm: `${recordedIn('npm.calls')}\necho plant_x`,
      npx: recordedIn('npx.calls'),
      gh: 'echo required_reviewers',
    },
  });
  const linesOf = (name: string) =>
    stdout
      .split('\n')
      .flatMap((line) => (line.startsWith(`${name} `) ? line.slice(name.length + 1) : []));
  if (linesOf('npx').length === 0) throw new Error(stderr);
  return { aws: linesOf('aws'), npm: linesOf('npm').map(words), npx: linesOf('npx').map(words) };
}

function words(line: string): string {
  return line.replaceAll('\t', ' ');
}

export function rightOfCli([service = '', command = '', ...options]: readonly string[]): Right {
  const option = (name: string) => options[options.indexOf(`--${name}`) + 1] ?? '';
  const operation = command.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
  const resources: Readonly<Record<string, string>> = {
    cloudformation: arn('cloudformation', `stack/${option('stack-name')}/1a2b`),
    lambda: arn('lambda', `function:${option('function-name')}`),
    sns: option('topic-arn'),
  };
  return {
    action: `${service}:${operation.replace(/^Invoke$/, 'InvokeFunction')}`,
    resource: resources[service] ?? '*',
  };
}

/**
 * With its own credentials, the CDK only takes the roles that the assembly names. `npm run test:deploy` records that of the
 * real CDK.
 */
function rightsOfCdk(line: string): Right[] {
  const files = ['manifest.json'];
  if (line.includes('cdk deploy')) files.push(...filesOf(join(assembly, '*.assets.json')));
  const roles = files.flatMap((file) => {
    const text = readFileSync(file === 'manifest.json' ? join(assembly, file) : file, 'utf8');
    return (
      text.match(/(?<="assumeRoleArn": ")arn:[^"]+-(?:deploy|file-publishing)-role-[^"]+/g) ?? []
    );
  });
  const values: Readonly<Record<string, string>> = {
    Partition: 'aws',
    AccountId: account,
    Region: 'sa-east-1',
  };
  return [...new Set(roles)].map((role) => ({
    action: 'sts:AssumeRole',
    resource: role.replaceAll(/\$\{AWS::(\w+)\}/g, (_, name) => values[name] ?? ''),
  }));
}

/** What `npm run token` needs. It is the SDK's own request, to a stand-in for each service. */
async function rightsOfToken(stack: string, ...args: string[]): Promise<Right[]> {
  const table = `${stack}-Tokens-1A2B`;
  const describe = cloudformation(() => ({ TokensTableName: table, ApiId: 'api1' }));
  const stackId = arn('cloudformation', `stack/${stack}/1a2b`);
  const proxy = await startRecordingProxy({
    hook: (response, apply, call) => {
      response.setHeader('x-amzn-requestid', 'proxy');
      return call.headers['x-amz-target'] ? response.end('{}') : describe(response, apply, call);
    },
  });
  const before = process.env['AWS_ENDPOINT_URL'];
  process.env['AWS_ENDPOINT_URL'] = proxy.url;
  try {
    await runTokenCommand([...args, '--stack', stack], { out: () => {}, note: () => {} });
  } finally {
    if (before === undefined) delete process.env['AWS_ENDPOINT_URL'];
    else process.env['AWS_ENDPOINT_URL'] = before;
    proxy.stop();
  }
  return proxy.calls.map(({ method, path = '', headers, body }) => {
    const [, service] = /\/([\w-]+)\/aws4_request/.exec(`${headers.authorization}`) ?? [];
    const [, operation] = /\.(\w+)$/.exec(`${headers['x-amz-target']}`) ?? [];
    if (operation) {
      const { TableName } = JSON.parse(body);
      return { action: `${service}:${operation}`, resource: arn('dynamodb', `table/${TableName}`) };
    }
    if (service === 'cloudformation') {
      const action = `${service}:${new URLSearchParams(body).get('Action')}`;
      return { action, resource: stackId };
    }
    const name = decodeURIComponent(path.replace(/^\/v2/, ''));
    return { action: `${service}:${method}`, resource: `arn:aws:apigateway:sa-east-1::${name}` };
  });
}

async function rightsOfQuestions(stack: string): Promise<Right[]> {
  const { asked, calls, deploy } = await startStandIn(stack);
  for (const question of questionsOf(asked, deploy)) {
    if (!isOfGateway(question)) await askQuestion(question);
  }
  const revoked = 'plant_ThisTokenOpensNothingButTheEmbeddedTable0002viFsx';
  return [
    ...calls.map(({ service, operation, input }) => {
      const { StackName, FunctionName, logGroupName } = input;
      const { AlarmName } = operation === 'SetAlarmState' ? input : {};
      const resources = {
        [arn('cloudformation', `stack/${StackName}/1a2b`)]: StackName,
        [arn('lambda', `function:${FunctionName}`)]: FunctionName,
        [arn('logs', `log-group:${logGroupName}`)]: logGroupName,
        // The other actions on alarms and metrics have no resources.
        [arn('cloudwatch', `alarm:${AlarmName}`)]: AlarmName,
      };
      const [resource = '*'] =
        Object.entries(resources).find(([, name]) => name !== undefined) ?? [];
      return { action: `${service}:${operation}`, resource };
    }),
    ...(await rightsOfToken(stack, 'revoke', revoked, '--confirm', 'production')),
  ];
}
