import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../../../infra/local/template/service-model.ts';
import { smallAssets, smallFunction, smallTemplate } from '../small-template.ts';

function read(properties: object, assets: typeof smallAssets | object = smallAssets) {
  const others = { Create: smallFunction({ ...properties }) };
  return readTemplate(smallTemplate({ others }), assets).functions.get('Create');
}

describe('a function', () => {
  it('is what the template says', () => {
    const LoggingConfig = { LogFormat: 'JSON', ApplicationLogLevel: 'WARN', LogGroup: 'logs' };
    expect(read({ MemorySize: 512, Timeout: 10, LoggingConfig })).toMatchObject({
      memoryMegabytes: 512,
      timeoutSeconds: 10,
      jsonLogs: true,
      logLevel: 'WARN',
      logGroup: 'logs',
    });
  });

  it('logs as text where the template says so', () => {
    expect(read({ LoggingConfig: { LogFormat: 'Text' } })).toMatchObject({ jsonLogs: false });
  });

  it('is the same whatever only describes, pays, permits or watches', () => {
    const properties = {
      Architectures: ['arm64'],
      Description: 'Anything',
      KmsKeyArn: 'arn:aws:kms:us-east-1:1:key/1',
      RecursiveLoop: 'Terminate',
      ReservedConcurrentExecutions: 7,
      RuntimeManagementConfig: { UpdateRuntimeOn: 'Auto' },
      Tags: [{ Key: 'team', Value: 'plants' }],
      TracingConfig: { Mode: 'Active' },
    };
    expect(read(properties)).toEqual(read({}));
  });

  it.each([undefined, 7, 'provided.al2023', 'my-nodejs'])('refuses the runtime %j', (Runtime) => {
    expect(() => read({ Runtime })).toThrow(`Create needs the runtime ${Runtime}`);
  });

  it.each([
    [{ S3Key: 'other.zip' }, smallAssets],
    [{ S3Key: 'code.zipped' }, smallAssets],
    [{}, smallAssets],
    [undefined, smallAssets],
    [{ S3Key: 'code.zip' }, {}],
    [{ S3Key: 'code.zip' }, { files: { code: { source: {} } } }],
  ])('refuses the code %j of %j', (Code, assets) => {
    expect(() => read({ Code }, assets)).toThrow('The code of Create is not one of the folders');
  });
});
