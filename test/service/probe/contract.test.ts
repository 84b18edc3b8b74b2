import { expect, it, onTestFinished } from 'vitest';
import { failures } from '../../../functions/http/failure.ts';
import { allowedAnswer } from '../../../functions/probe/probe.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { probeItem } from '../../../functions/shared/probe-item.ts';
import { readStartOptions } from '../../../tools/commands/start/start-options.ts';
import {
  developmentToken,
  storeDevelopmentTokens,
} from '../../../tools/commands/token/development-token.ts';
import { startService } from '../../../tools/local/local-service.ts';
import { answerText, contract, path } from '../../../tools/test/setup/contract.ts';
import { readEvent } from '../../setup/event-files.ts';
import { requestViolations } from '../api/conformity.ts';

it.each([probeItem.sent, probeItem.other])(
  'openapi.yaml allows what the probe sends: %s',
  (sent) => {
    expect(requestViolations(JSON.parse(sent)), 'functions/shared/probe-item.ts').toEqual([]);
  },
);

it('openapi.yaml promises the answer that the probe expects', () => {
  const { status, body } = allowedAnswer;
  const right = JSON.parse(answerText(JSON.parse(probeItem.sent)));
  expect({ status, body }, 'functions/probe/probe.ts').toEqual({ status: 200, body: right });
});

it('openapi.yaml says which id can be reserved, and what a client then gets', () => {
  const schemas = JSON.stringify(contract.components.schemas);
  for (const fact of [probeIdentity.id, failures.idTaken.error])
    expect(schemas).toContain(String(fact));
});

it('npm start has no probe, so it stores a plant with the id of the probe', async () => {
  const { url, close } = await startService({ fill: storeDevelopmentTokens });
  onTestFinished(close);
  const { status } = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${developmentToken}`,
      'content-type': 'application/json',
    },
    body: probeItem.other,
  });
  expect(status).toBe(200);
});

it('the event of the probe has the port of npm start', () => {
  const { port } = readStartOptions([]) ?? {};
  expect(readEvent('probe/running-service.json')).toEqual({ url: `http://127.0.0.1:${port}` });
});
