import { createHash, createHmac } from 'node:crypto';
import { Agent, request } from 'node:https';

// DynamoDB's PutItem without an SDK: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html

const { env } = process;
const url = new URL(String(env['AWS_ENDPOINT_URL_DYNAMODB']));
const agent = new Agent({ keepAlive: true });
const signed = 'content-type;host;x-amz-date;x-amz-security-token;x-amz-target';

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest();
}
function hash(text: string) {
  return createHash('sha256').update(text).digest('hex');
}

function headersFor(body: string) {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const day = date.slice(0, 8);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    host: url.host,
    'x-amz-date': date,
    'x-amz-security-token': String(env['AWS_SESSION_TOKEN']),
    'x-amz-target': 'DynamoDB_20120810.PutItem',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${signed}\n${hash(body)}`;
  const scope = `${day}/${env['AWS_REGION']}/dynamodb/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${env['AWS_SECRET_ACCESS_KEY']}`);
  const signature = createHmac('sha256', key)
    .update(`AWS4-HMAC-SHA256\n${date}\n${scope}\n${hash(canonical)}`)
    .digest('hex');
  const credential = `Credential=${env['AWS_ACCESS_KEY_ID']}/${scope}`;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signed}, Signature=${signature}`,
    'content-length': Buffer.byteLength(body),
  };
}

function putItem(item: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({
      TableName: env['PLANTS_TABLE_NAME'],
      Item: item,
      ConditionExpression: 'attribute_not_exists(id)',
    });
    const put = request(url, { method: 'POST', agent, headers: headersFor(body) }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    put.on('error', reject);
    put.end(body);
  });
}

export async function handler(event: { body: string }) {
  const { id, name, tag } = JSON.parse(event.body);
  if (!Number.isInteger(id) || typeof name !== 'string') return { statusCode: 400, body: '{}' };
  const status = await putItem({ id: { N: String(id) }, name: { S: name }, tag: { S: tag } });
  return { statusCode: status, body: JSON.stringify({ name, tag }) };
}
