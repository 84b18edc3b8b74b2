import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { smallAssets, smallTemplate } from '../small-template.ts';

function read(stage: object) {
  return readTemplate(smallTemplate({ stage: { ...stage } }), smallAssets).stage;
}

describe('a stage', () => {
  it('throttles nothing by itself', () => {
    expect(read({})).toEqual({});
    const DefaultRouteSettings = { DetailedMetricsEnabled: true };
    expect(read({ DefaultRouteSettings })).toEqual({});
  });

  it('throttles all its routes, in bursts of a second where it sets none', () => {
    const settings = { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 2 };
    expect(read({ DefaultRouteSettings: settings }).throttle).toEqual({ rate: 10, burst: 2 });
    const { ThrottlingBurstLimit: _, ...rate } = settings;
    expect(read({ DefaultRouteSettings: rate }).throttle).toEqual({ rate: 10, burst: 10 });
  });

  it('is the same whatever only describes or watches', () => {
    const properties = {
      AccessLogSettings: { Format: '' },
      Description: 'Anything',
      Tags: { team: 'plants' },
    };
    expect(read(properties)).toEqual(read({}));
  });
});
