import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/emulator/template/service-model.ts';
import { smallAssets, smallTemplate } from '../../commands/start/small-template.ts';

function read(stage: object) {
  return readTemplate(smallTemplate({ stage: { ...stage } }), smallAssets).stage;
}

describe('a stage', () => {
  it('throttles nothing by itself', () => {
    expect(read({})).toEqual({ routeThrottles: {} });
    const DefaultRouteSettings = { DetailedMetricsEnabled: true };
    expect(read({ DefaultRouteSettings })).toEqual({ routeThrottles: {} });
  });

  it('throttles all its routes, in bursts of a second where it sets none', () => {
    const settings = { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 2 };
    expect(read({ DefaultRouteSettings: settings }).throttle).toEqual({ rate: 10, burst: 2 });
    const { ThrottlingBurstLimit: _, ...rate } = settings;
    expect(read({ DefaultRouteSettings: rate }).throttle).toEqual({ rate: 10, burst: 10 });
  });

  it('throttles some routes', () => {
    const RouteSettings = {
      'GET /x': { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 3 },
      'GET /y': { DetailedMetricsEnabled: true },
    };
    expect(read({ RouteSettings })).toEqual({
      routeThrottles: { 'GET /x': { rate: 1, burst: 3 } },
    });
  });

  it('hands on its variables', () => {
    const StageVariables = { colour: 'green', region: { Ref: 'AWS::Region' } };
    expect(read({ StageVariables }).variables).toEqual({ colour: 'green', region: 'us-east-1' });
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
