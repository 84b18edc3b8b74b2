import { expect, it } from 'vitest';
import { jsonType, type ProbeAnswer } from '../../../functions/probe/send-request.ts';
import { refusedAnswer, severityOfAnswer } from '../../../functions/probe/wrong-answer.ts';

function json(status: number, body: unknown): ProbeAnswer {
  return { status, type: jsonType, body };
}

const page = '<h1>Access denied</h1>';

// Our code or a firewall: nobody knows.
it.each<[string, ProbeAnswer]>([
  ['no answer', { status: 0, type: null, body: 'no answer' }],
  ['200 with a page', { status: 200, type: 'text/html', body: page }],
  ['500 with a page', { status: 500, type: 'text/html', body: page }],
  ['another 403', json(403, { message: 'Access denied' })],
  ['our 403 with another content type', { ...refusedAnswer, type: 'text/plain' }],
  ['503', json(503, { message: 'Service Unavailable' })],
  ['200 with a text', json(200, 'ok')],
  ['200 with nothing', json(200, null)],
  ['our error with another status', json(500, { error: 1004, message: '' })],
  ['our error with another content type', { ...json(400, { error: 1001 }), type: 'text/plain' }],
  ['an error that we do not have', json(400, { error: { code: 1004 } })],
  ['1000', json(400, { error: 1000, message: 'sorry' })],
  ['1006 with 1004 in it', json(400, { error: 1006, x: { error: 1004 } })],
])('%s says nothing for certain', (_, answer) => {
  for (const canBeRace of [false, true])
    expect(severityOfAnswer(answer, { canBeRace })).toBe('uncertain');
});

it.each<[string, ProbeAnswer]>([
  ['the answer to a refused token', refusedAnswer],
  ['an item', json(200, {})],
  ['1001', json(400, { error: 1001, message: '' })],
])('%s is of our code, unless another run came in between', (_, answer) => {
  expect(severityOfAnswer(answer)).toBe('certain');
  expect(severityOfAnswer(answer, { canBeRace: true })).toBe('race');
});

it('429 is of a throttle, whatever it says', () => {
  for (const answer of [json(429, { error: 1001 }), { status: 429, type: null, body: page }])
    expect(severityOfAnswer(answer, { canBeRace: true })).toBe('throttled');
});
