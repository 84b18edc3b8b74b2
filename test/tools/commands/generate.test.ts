import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkGenerated } from '../../../tools/contract/generated.ts';
import { run } from '../../command.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

it('the generated files of this project fit openapi.yaml', () => {
  expect(checkGenerated).not.toThrow();
});

it('nothing is built from files that do not fit openapi.yaml, until `npm run generate` has written them', async () => {
  const project = temporaryFolder();
  for (const part of ['functions', 'infra', 'tools', 'openapi.yaml', 'package.json']) {
    cpSync(part, join(project, part), { recursive: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(project, 'node_modules'), 'junction');
  const runThere = (name: string, ...args: string[]) =>
    run(join(project, `tools/commands/${name}.ts`), args, { env: { INIT_CWD: project } }).ended;
  const openapi = join(project, 'openapi.yaml');
  const text = readFileSync(openapi, 'utf8');
  writeFileSync(openapi, text.replace('required: [name]', 'required: [name, tag]'));

  const [fields, validator, client] = [
    'functions/create-plant/contract.generated.ts',
    'functions/create-plant/validate-event.generated.ts',
    'tools/contract/client/contract.generated.ts',
  ];
  const stderr = `${fields} does not fit openapi.yaml. Run: npm run generate\n`;
  const refused = { code: 1, stdout: '', stderr };
  const event = join(process.cwd(), 'events/create-plant/valid.json');
  expect(await runThere('generate', '--check')).toEqual(refused);
  expect(await runThere('start/main', '--memory', '--port', '0')).toEqual(refused);
  expect(await runThere('invoke/main', 'CreatePlant', event)).toEqual(refused);

  const stdout = `Wrote ${fields}.\nWrote ${validator}.\nWrote ${client}.\n`;
  expect(await runThere('generate')).toEqual({ code: 0, stdout, stderr: '' });
  expect(await runThere('generate', '--check')).toEqual({ code: 0, stdout: '', stderr: '' });
  const done = { code: 0, stdout: 'All generated files fit openapi.yaml.\n', stderr: '' };
  expect(await runThere('generate')).toEqual(done);
});
