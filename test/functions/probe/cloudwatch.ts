import { type Hook, startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';

/** Stands in for CloudWatch: keeps the metrics that the probe writes. */
export async function startCloudWatch() {
  const metrics: unknown[] = [];
  const hook: Hook = (response, _, call) => {
    const { authorization, 'x-amz-target': operation } = call.headers;
    if (operation !== putMetricData || !signed.test(`${authorization}`)) {
      response.writeHead(403).end('{"__type":"NotAllowed","message":"or not signed by the keys"}');
      return;
    }
    metrics.push(JSON.parse(call.body));
    response.end('{}');
  };
  const { url, calls, stop } = await startRecordingProxy({ hook });
  return { url, calls, metrics, stop };
}

const putMetricData = 'GraniteServiceVersion20100801.PutMetricData';
/** As the SDK writes it for the keys and the region of vitest.config.ts. */
const signed =
  /^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/[\w-]+\/monitoring\/aws4_request, SignedHeaders=[\w;-]+;x-amz-security-token;/;
