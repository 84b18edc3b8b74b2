import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCloudAssembly } from '../../../../tools/local/template/cloud-assembly.ts';
import { assembly } from '../../../synthesized.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

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
      'Probe',
      'VerifyRelease',
    ]);
    expect(model.functions.get('CreatePlant')).toMatchObject({
      handler: expect.stringMatching(/\.handler$/),
      environment: { PLANTS_TABLE_NAME: 'Plants' },
      timeoutSeconds: 10,
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
    expect(model.throttle).toEqual({ rate: 1000, burst: 500 });
    expect(model.outputs).toMatchObject({ PlantsTableName: 'Plants', TokensTableName: 'Tokens' });
  });
});

const files = ['manifest.json', 'PlantStore.template.json', 'PlantStore.assets.json'];

it.each(files)('an interrupted synth left a damaged %s: one sentence', (file) => {
  const folder = temporaryFolder();
  for (const name of files) copyFileSync(join(assembly, name), join(folder, name));
  const damaged = join(folder, file);
  const text = readFileSync(damaged, 'utf8');
  const sentence = `${folder} is not a folder that cdk synth wrote: ${file} is missing or damaged.`;
  rmSync(damaged);
  expect(() => readCloudAssembly(folder)).toThrow(sentence);
  for (const rest of ['', text.slice(0, text.length / 2), 'null', '[]']) {
    writeFileSync(damaged, rest);
    expect(() => readCloudAssembly(folder)).toThrow(sentence);
  }
  writeFileSync(damaged, '{}');
  expect(() => readCloudAssembly(folder)).toThrow(
    file === 'PlantStore.assets.json'
      ? /^The code of \w+ is not one of the folders that synth wrote\.$/
      : sentence,
  );
});
