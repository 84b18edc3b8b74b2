import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../command.ts';
import { slow } from '../../slow.ts';
import { assembly } from '../../synthesized.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const anyPorts = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];

/** A copy of this project with another contract. */
function copyWith(change: (openapi: string) => string) {
  const project = temporaryFolder();
  for (const part of [
    'functions',
    'infra',
    'tools',
    'openapi.yaml',
    'package.json',
    'tsconfig.json',
    'LICENSE',
    'cdk.json',
  ]) {
    cpSync(part, join(project, part), { recursive: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(project, 'node_modules'), 'junction');
  // A cache of its own: the files of a temporary folder would stay in the other one.
  const env = { INIT_CWD: project, NODE_COMPILE_CACHE: join(project, 'compiled') };
  const runThere = (name: string, ...args: string[]) =>
    run(join(project, `tools/commands/${name}.ts`), args, { env });
  const openapi = join(project, 'openapi.yaml');
  writeFileSync(openapi, change(readFileSync(openapi, 'utf8')));
  return runThere;
}

it('nothing is built from files that do not fit openapi.yaml, until `npm run generate` has written them', async () => {
  const runThere = copyWith((text) =>
    text.replace(/required:( \[.+\]|(\n +- \w+)+)/, 'required: []'),
  );
  const [fields, validator, client] = [
    'functions/create-plant/contract.generated.ts',
    'functions/create-plant/validate-event.generated.ts',
    'tools/contract/client/contract.generated.ts',
  ];
  const stderr = `${fields} does not fit openapi.yaml. Run: npm run generate\n`;
  const refused = { code: 1, stdout: '', stderr };
  const event = join(process.cwd(), 'events/create-plant/valid.json');
  expect(await runThere('generate', '--check').ended).toEqual(refused);
  expect(await runThere('start/main', '--memory', '--port', '0').ended).toEqual(refused);
  expect(await runThere('invoke/main', 'CreatePlant', event).ended).toEqual(refused);

  const stdout = `Wrote ${fields}.\nWrote ${validator}.\nWrote ${client}.\n`;
  expect(await runThere('generate').ended).toEqual({ code: 0, stdout, stderr: '' });
  expect(await runThere('generate', '--check').ended).toEqual({ code: 0, stdout: '', stderr: '' });
  const done = { code: 0, stdout: 'All generated files fit openapi.yaml.\n', stderr: '' };
  expect(await runThere('generate').ended).toEqual(done);
});

describe('with operations that have no code', slow, () => {
  const [put, get] = ['put: { requestBody: {}, responses: {} }', 'get: { responses: {} }'];
  const runThere = copyWith((text) =>
    text
      .replace('paths:\n', `paths:\n  /plants/{id}: { ${put} }\n`)
      .replace('    post:\n', `    ${get}\n    post:\n`),
  );

  it.each([
    ['generate', 'All generated files fit openapi.yaml.', []],
    ['docs', 'The contract is in', ['page.html']],
    ['client', 'The client is in', ['client']],
    ['start/main', 'Ctrl-C ends it.', ['--assembly', assembly, '--memory', ...anyPorts]],
  ])('%s works, and names them', async (command, end, args) => {
    const { stderr } = await runThere(command, ...args).prints(end);
    const note = 'Only POST /plants has code and is shown, not PUT /plants/{id}, GET /plants.\n';
    expect(stderr).toContain(note);
  });
});
