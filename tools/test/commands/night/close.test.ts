import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { authorizer, routes, tokenPrefix } from '../../../../functions/service.ts';
import { template } from '../../../../test/setup/synthesized.ts';
import { denied } from '../../setup/aws-model/aws-model.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { night } from './run-night.ts';
import { secondFunction, withSecondOperation } from './second-operation.ts';

const { model } = await useAwsModel({ template: withSecondOperation(template) });
const [{ functionName: first, method, path }] = routes;

function find(name: string) {
  const found = model.state.resources.find(({ logicalId }) => logicalId === name);
  return found ?? expect.fail(`no ${name}`);
}

/** How many instances of each function may run at once. */
function limits() {
  const names = [first, secondFunction, authorizer.functionName];
  return names.map((name) => find(name).properties.ReservedConcurrentExecutions);
}

function limit(name: string, instances: number): void {
  find(name).properties.ReservedConcurrentExecutions = instances;
}

describe('close', () => {
  it('stops each function with a route, and no other one', async () => {
    const { code, notes } = await night('close --stack PlantStore', 'production');
    expect(code).toBe(0);
    expect(limits()).toEqual([0, 0, undefined]);
    expect(notes).toMatch(/\bproduction\b.*\bPlantStore\b.*\b123456789012\b.*\beu-central-1\b/);
    expect(notes).toContain('npm run night -- open --stack PlantStore');
  });

  it.each([
    ['a wrong name', ' --confirm staging', undefined, 'production'],
    ['a wrong answer', '', 'staging', 'production'],
    ['an empty answer', '', '', 'production'],
    ['nobody to ask', '', undefined, '--confirm'],
  ])('changes nothing after %s', async (_, option, answer, named) => {
    const { code, notes } = await night(`close --stack PlantStore${option}`, answer);
    expect(code).toBe(2);
    expect(notes.split('\n').at(-1)).toContain(named);
    expect(limits()).toEqual([undefined, undefined, undefined]);
  });

  it('says what a failure has left undone, and does that when it is started again', async () => {
    model.interfere = ({ operation, path }) =>
      operation === 'PutFunctionConcurrency' && path.includes(secondFunction)
        ? denied()
        : undefined;
    const line = 'close --stack PlantStore --confirm production';
    const { code, notes } = await night(line);
    expect(code).toBe(1);
    expect(notes).toMatch(new RegExp(`^Done: .*${first}`, 'm'));
    expect(notes).toMatch(new RegExp(`^Failed: .*${secondFunction}.*AccessDeniedException`, 'm'));
    expect(limits()).toEqual([0, undefined, undefined]);
    model.interfere = () => undefined;
    expect(await night(line)).toMatchObject({ code: 0 });
    expect(limits()).toEqual([0, 0, undefined]);
  });

  it('says how to set a limit again that it replaces', async () => {
    limit(first, 50);
    const { notes } = await night('close --stack PlantStore', 'production');
    expect(notes).toContain(
      `aws lambda put-function-concurrency --function-name ${find(first).physicalId} --reserved-concurrent-executions 50`,
    );
  });

  it('changes nothing if the state of one function is unknown', async () => {
    model.interfere = ({ operation, path }) =>
      operation === 'GetFunctionConcurrency' && path.includes(secondFunction)
        ? denied()
        : undefined;
    const { code, notes } = await night('close --stack PlantStore --confirm production');
    expect(code).toBe(1);
    expect(notes).toContain('AccessDeniedException');
    expect(limits()).toEqual([undefined, undefined, undefined]);
  });
});

describe('open', () => {
  it('opens what close has closed', async () => {
    await night('close --stack PlantStore --confirm production');
    expect(await night('open --stack PlantStore', 'production')).toMatchObject({ code: 0 });
    expect(limits()).toEqual([undefined, undefined, undefined]);
  });

  it('leaves a limit that does not close, and the authorizer', async () => {
    limit(first, 0);
    limit(secondFunction, 50);
    limit(authorizer.functionName, 0);
    const { notes } = await night('open --stack PlantStore --confirm production');
    expect(limits()).toEqual([undefined, 50, 0]);
    expect(notes).toMatch(new RegExp(`${secondFunction} .*\\b50\\b.*delete-function-concurrency`));
  });

  it('says that only a part is closed', async () => {
    limit(secondFunction, 0);
    const { notes } = await night('open --stack PlantStore', 'no');
    expect(notes).toMatch(new RegExp(`a part.*\\bnot .*\\b${first}\\b`));
    expect(limits()).toEqual([undefined, 0, undefined]);
  });

  it('changes nothing if nothing is closed', async () => {
    expect(await night('open --stack PlantStore')).toMatchObject({ code: 0 });
    expect(model.calls.map(({ operation }) => operation)).not.toContain(
      'DeleteFunctionConcurrency',
    );
  });
});

describe('open, before it opens,', () => {
  async function answering(status: number) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(status).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    model.state.stack.outputs['ApiUrl'] = `http://127.0.0.1:${port}`;
    limit(first, 0);
    return asked;
  }

  it('asks as a stranger, and opens if that is refused', async () => {
    const asked = await answering(403);
    const { notes } = await night('open --stack PlantStore --confirm production');
    expect(asked).toEqual([expect.stringMatching(`^${method} ${path} Bearer ${tokenPrefix}`)]);
    expect(notes).not.toContain('strangers');
    expect(limits()).toEqual([undefined, undefined, undefined]);
  });

  it('refuses if everybody would come in, but not against --anyway', async () => {
    await answering(503);
    const line = 'open --stack PlantStore --confirm production';
    const { code, notes } = await night(line);
    expect({ code, limits: limits() }).toEqual({ code: 1, limits: [0, undefined, undefined] });
    expect(notes.split('\n').at(-1)).toContain(`${method} ${path}`);
    expect(await night(`${line} --anyway`)).toMatchObject({ code: 0 });
    expect(limits()).toEqual([undefined, undefined, undefined]);
  });

  it.each([500, 404])(
    'says that %i does not tell whether strangers are refused',
    async (status) => {
      await answering(status);
      const { notes } = await night('open --stack PlantStore --confirm production');
      expect(notes).toMatch(new RegExp(`${method} ${path}.*\\b${status}\\b`));
    },
  );
});

it('names the account and the region if there is no such stack', async () => {
  const { code, notes } = await night('close --stack PlantStore-staging --confirm staging');
  expect(code).toBe(1);
  expect(notes).toMatch(/^.*PlantStore-staging\b.*\b123456789012\b.*\beu-central-1\b.*$/);
});

it('needs the name of a stack', async () => {
  expect(await night('close')).toMatchObject({
    code: 2,
    notes: expect.stringContaining('--stack'),
  });
});

it('--calls prints each call', async () => {
  const { notes } = await night('close --calls --stack PlantStore', 'production');
  expect(notes).toMatch(
    /^Lambda PutFunctionConcurrency \{.*"ReservedConcurrentExecutions":0.*200$/m,
  );
});
