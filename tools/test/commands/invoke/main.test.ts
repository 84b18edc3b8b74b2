import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exactJson } from '../../../../functions/http/answer.ts';
import { functions, routes } from '../../../../functions/service.ts';
import { otherExample } from '../../../../test/examples.ts';
import { startService } from '../../../local/local-service.ts';
import { startCommand } from '../../setup/command.ts';
import { exampleAnswer, exampleJson } from '../../setup/contract.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const [{ functionName: name }] = routes;
// The folder of events has the name of the function's folder.
const valid = `events/${basename(dirname(functions[name].file))}/valid.json`;

function invoke(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return startCommand('tools/commands/invoke/main.ts', args, { env }).ends();
}

describe('npm run invoke', slow, () => {
  it('uses the stored tables or those of npm start, prints logs on stderr, and takes no setting of the user', async () => {
    const data = temporaryFolder();
    const folder = temporaryFolder();
    const nowhere = { AWS_PROFILE: 'nowhere', AWS_CONFIG_FILE: data, INIT_CWD: folder };
    const sent = JSON.parse(readFileSync(valid, 'utf8'));
    // JSON escapes neither of these two characters, which control a terminal.
    const shown = { ...sent, body: exampleJson(7, '\u009b\u202e') };
    writeFileSync(join(folder, 'event.json'), JSON.stringify(shown));
    const { code, stdout, stderr } = await invoke([name, 'event.json', '--data', data], nowhere);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toMatch(/[\u009b\u202e]/);
    expect(JSON.parse(stdout).body).toBe(exampleAnswer(7, '\u009b\u202e'));

    const service = await startService({ data });
    onTestFinished(service.close);
    // Now on the tables of this service.
    const other = join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ ...sent, body: exactJson(otherExample(7)) }));
    const taken = await invoke([name, other, '--data', data]);
    expect(JSON.parse(taken.stdout).body).toContain('1004');
    expect(taken.stderr).toMatch(/^\{.* error: 1004\b.*\}\n$/);
  });

  it('ends with 1 and the reason if the function fails', async () => {
    const event = join(temporaryFolder(), 'event.json');
    writeFileSync(event, 'null');
    const { code, stdout } = await invoke(['Authorize', event, '--data', temporaryFolder()]);
    expect(JSON.parse(stdout)).toMatchObject({
      errorType: 'TypeError',
      errorMessage: expect.any(String),
      trace: expect.arrayContaining([expect.stringContaining('authorize.ts:')]),
    });
    expect(code).toBe(1);
  });
});
