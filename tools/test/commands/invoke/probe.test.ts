import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../local/local-service.ts';
import { startCommand } from '../../setup/command.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

it('npm run invoke lets the probe call npm start, by no proxy of the user', slow, async () => {
  const data = temporaryFolder();
  const service = await startService({ data });
  onTestFinished(service.close);
  const event = join(temporaryFolder(), 'event.json');
  writeFileSync(event, JSON.stringify({ url: service.url }));
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
  const command = startCommand('tools/commands/invoke/main.ts', ['Probe', event, '--data', data], {
    env,
  });
  expect(JSON.parse((await command.ends()).stdout)).toMatchObject({
    allowed: { status: 200 },
    refused: { status: 403 },
  });
});
