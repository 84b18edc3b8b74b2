import { expect, it, vi } from 'vitest';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { Failure } from '../../../functions/create-plant/failure.ts';
import { exactJson, plant, plantJson, tableKey } from '../../setup/plants.ts';
import { context, createPlantEvent } from '../../setup/test-events.ts';

const log = vi.fn();
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(log);
}
const handle = createPlantHandler(() => Promise.reject(new Failure('idTaken', 'another plant')));

/** It would end a line, begin a record, and colour a terminal. */
const text = 'mark\n{"level":"ERROR","message":{"error":1000}}\u2028forged\u001b[31mred';

it('nothing of a request is in a log line', async () => {
  const json = JSON.stringify(text);
  for (const [error, body] of [
    [1001, text],
    [1001, `{"__proto__":${json}}`],
    [1003, `{${json}:1}`],
    [1003, plantJson(7, 'Fern').replace('"Fern"', () => `[${json}]`)],
    [1003, exactJson({ ...plant(), [tableKey.AttributeName]: [text] })],
    [1004, plantJson(7, text)],
  ] as const) {
    log.mockClear();
    const headers = { 'content-type': 'application/json', 'user-agent': text, referer: text };
    await handle(createPlantEvent(body, { headers }), context());
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error }));
    expect(JSON.stringify(log.mock.lastCall)).toMatch(/^(?!.*(mark|forged))[\x20-\x7e]+$/);
  }
});
