import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startCommand } from '../setup/command.ts';
import { contractWithRequiredField } from '../setup/contract.ts';
import { copyParts } from '../setup/project-copy.ts';
import { slow } from '../setup/slow.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';

it(
  'nothing is built, served or called with a validator that does not fit openapi.yaml',
  slow,
  async () => {
    const project = temporaryFolder();
    const parts = 'functions infra tools openapi.yaml package.json tsconfig.json LICENSE cdk.json';
    copyParts(parts.split(' '), project);
    symlinkSync(resolve('node_modules'), join(project, 'node_modules'), 'junction');
    const openapi = join(project, 'openapi.yaml');
    writeFileSync(openapi, contractWithRequiredField());
    // A cache of its own: the files of a temporary folder would stay in the other one.
    const env = { INIT_CWD: project, NODE_COMPILE_CACHE: join(project, 'compiled') };
    const runThere = (name: string, ...args: string[]) =>
      startCommand(join(project, `tools/commands/${name}.ts`), args, { env });
    const validator = 'functions/contract';
    const named = new RegExp(`^(?=.*${validator}\\b).*openapi\\.yaml\\b.*npm run generate\\b.*\n$`);
    const refused = { code: 1, stdout: '', stderr: expect.stringMatching(named) };
    // One after the other: each finds in the cache what the ones before have compiled.
    expect(await runThere('generate/main', '--check').ends()).toEqual(refused);
    expect(await runThere('invoke/main', 'Authorize', 'package.json').ends()).toEqual(refused);
    const start = runThere('start/main', '--memory', '--port', '0');
    // It would run for ever.
    start.line().then(
      () => start.signal('SIGKILL'),
      () => {},
    );
    expect(await start.ends()).toEqual(refused);
  },
);
