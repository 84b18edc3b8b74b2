import { describe, expect, it } from 'vitest';
import { seriesOf } from './dashboard-series.ts';

function answers(values: Record<string, number | undefined>) {
  return Object.values(seriesOf('Answers a minute', values));
}

describe('the first graph', () => {
  it('tells our own failures from those of clients, though the gateway calls both 4xx', () => {
    const values = { clientErrors: 30, unexpected: 5, unavailable: 10, serverErrors: 2 };
    expect(seriesOf('Answers a minute', { requests: 100, ...values })).toEqual({
      '200, stored': 68,
      '4xx, refused or wrong': 15,
      '400, ours: 1000 and 1006': 15,
      '5xx, ours: no answer': 2,
    });
  });

  it('blames no client for an outage', () => {
    const outage = { requests: 60, clientErrors: 60, unavailable: 60 };
    expect(answers({ ...outage, unexpected: undefined, serverErrors: undefined })).toEqual([
      0, 0, 60, 0,
    ]);
  });

  it('is there in a good minute and in one without traffic', () => {
    const none = { clientErrors: undefined, serverErrors: undefined };
    const counted = { unexpected: undefined, unavailable: undefined };
    expect(answers({ requests: 60, ...none, ...counted })).toEqual([60, 0, 0, 0]);
    expect(answers({ requests: undefined, ...none, ...counted })).toEqual([0, 0, 0, 0]);
  });
});
