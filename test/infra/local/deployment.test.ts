import { ApiGatewayV2Client, ResetAuthorizersCacheCommand } from '@aws-sdk/client-apigatewayv2';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { managementApi } from '../../../infra/local/deployment.ts';
import { anyLoopbackPort, startOwnServer } from '../../../infra/local/machine/own-server.ts';
import { localSettings } from '../../../infra/local/tables/tables.ts';

async function started() {
  const reset = vi.fn();
  const api = await startOwnServer(anyLoopbackPort, managementApi(reset));
  onTestFinished(api.close);
  return { url: api.url, reset };
}

describe('the management API', () => {
  it('resets the cache of decisions as the SDK asks for it', async () => {
    const { url, reset } = await started();
    const client = new ApiGatewayV2Client(localSettings(url));
    await client.send(
      new ResetAuthorizersCacheCommand({ ApiId: 'localapi01', StageName: '$default' }),
    );
    expect(reset).toHaveBeenCalledOnce();
  });

  it.each([
    ['GET', '/v2/apis/localapi01/stages/$default/cache/authorizers'],
    ['DELETE', '/v2/apis/localapi01'],
  ])('knows nothing of %s %s', async (method, path) => {
    const { url, reset } = await started();
    expect(await fetch(url + path, { method })).toMatchObject({ status: 404 });
    expect(reset).not.toHaveBeenCalled();
  });
});
