import { describe, expect, it } from 'vitest';
import { readCloudAssembly } from '../../../../infra/local/template/cloud-assembly.ts';
import { assembly } from '../../../synthesized.ts';

describe('the template of this stack', () => {
  const model = readCloudAssembly(assembly);

  it('has its route, behind its authorizer', () => {
    const [{ authorizer = '', ...route } = {}, ...others] = model.routes;
    expect(route).toEqual({
      key: 'POST /plants',
      functionName: 'CreatePlant',
      timeoutMilliseconds: 29_000,
    });
    expect(others).toEqual([]);
    expect(model.authorizers.get(authorizer)).toMatchObject({
      functionName: 'Authorize',
      identityHeader: 'authorization',
      cacheSeconds: 300,
    });
  });

  it('has its functions, by their logical ids', () => {
    expect([...model.functions.keys()].sort()).toEqual([
      'Authorize',
      'CreatePlant',
      'VerifyRelease',
    ]);
    expect(model.functions.get('CreatePlant')).toMatchObject({
      handler: expect.stringMatching(/\.handler$/),
      environment: { PLANTS_TABLE_NAME: 'Plants' },
      timeoutSeconds: 10,
      jsonLogs: true,
    });
  });

  it('has its tables, by their logical ids', () => {
    expect(model.tables).toEqual([
      {
        name: 'Plants',
        attributes: [{ AttributeName: 'id', AttributeType: 'N' }],
        keys: [{ AttributeName: 'id', KeyType: 'HASH' }],
      },
      {
        name: 'Tokens',
        attributes: [{ AttributeName: 'digest', AttributeType: 'S' }],
        keys: [{ AttributeName: 'digest', KeyType: 'HASH' }],
      },
    ]);
  });

  it('has its throttle and its outputs', () => {
    expect(model.stage.throttle).toEqual({ rate: 1000, burst: 500 });
    expect(model.outputs).toMatchObject({ PlantsTableName: 'Plants', TokensTableName: 'Tokens' });
  });
});
