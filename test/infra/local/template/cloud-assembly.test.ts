import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCloudAssembly } from '../../../../infra/local/template/cloud-assembly.ts';
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

describe('a folder that an interrupted synth left', () => {
  const files = readdirSync(assembly).filter((name) =>
    /^(manifest|PlantStore\.(template|assets))\.json$/.test(name),
  );
  const damages: [string, (text: string) => string | undefined][] = [
    ['missing', () => undefined],
    ['empty', () => ''],
    ['cut', (text) => text.slice(0, text.length / 2)],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['an empty object', () => '{}'],
  ];
  const cases = files.flatMap((file) => damages.map(([kind, damage]) => ({ file, kind, damage })));

  it.each(cases)('with $file $kind is refused in one sentence', ({ damage, file, kind }) => {
    const folder = temporaryFolder();
    for (const name of files) {
      const text = readFileSync(join(assembly, name), 'utf8');
      writeFileSync(join(folder, name), name === file ? (damage(text) ?? '') : text);
    }
    if (kind === 'missing') rmSync(join(folder, file));
    const sentence =
      file === 'PlantStore.assets.json' && kind === 'an empty object'
        ? /^The code of \w+ is not one of the folders that synth wrote\.$/
        : `${folder} is not a folder that cdk synth wrote: ${file} is missing or damaged.`;
    expect(() => readCloudAssembly(folder)).toThrow(sentence);
  });

  it('has three files that can be damaged', () => expect(files).toHaveLength(3));
});
