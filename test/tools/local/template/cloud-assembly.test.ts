import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../../../infra/settings.ts';
import { readCloudAssembly } from '../../../../tools/local/template/cloud-assembly.ts';
import { operation, path, tableKey } from '../../../setup/plants.ts';
import { assembly } from '../../../setup/synthesized.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';
import { tableOf } from '../tables/table-of.ts';

it('the template of this stack has a route behind an authorizer, its functions, tables and outputs', () => {
  const { authorizers, functions, outputs, routes, tables, throttle } = readCloudAssembly(assembly);
  const authorizer = expect.any(String);
  const route = { functionName: 'CreatePlant', timeoutMilliseconds: expect.any(Number) };
  expect(routes).toEqual([{ ...route, key: `${operation.method} ${path}`, authorizer }]);
  expect(authorizers.get(routes[0]?.authorizer ?? '')).toEqual({
    functionName: 'Authorize',
    identityHeader: 'authorization',
    cacheSeconds: expect.any(Number),
  });
  const names = ['Authorize', 'CreatePlant', 'Probe'];
  expect([...functions.keys()].sort()).toEqual(names);
  expect(functions.get('CreatePlant')).toMatchObject({
    handler: expect.stringMatching(/\.handler$/),
    environment: { PLANTS_TABLE_NAME: 'Plants' },
    timeoutSeconds: expect.any(Number),
  });
  const { AttributeName: key, AttributeType } = tableKey;
  expect(tables).toEqual([tableOf(key, 'Plants', AttributeType), tableOf('digest', 'Tokens', 'S')]);
  const { throttleRate: rate, throttleBurst: burst } = readSettings({});
  expect(throttle).toEqual({ rate, burst });
  expect(outputs).toMatchObject({ PlantsTableName: 'Plants', TokensTableName: 'Tokens' });
});

const files = ['manifest.json', 'PlantStore.template.json', 'PlantStore.assets.json'];

it.each(files)('an interrupted synth left a damaged %s: one sentence', (file) => {
  const folder = temporaryFolder();
  for (const name of files) copyFileSync(join(assembly, name), join(folder, name));
  const damaged = join(folder, file);
  const text = readFileSync(damaged, 'utf8');
  const named = new RegExp(`^${folder} .*\\b${file}\\b`);
  rmSync(damaged);
  expect(() => readCloudAssembly(folder)).toThrow(named);
  for (const rest of ['', text.slice(0, text.length / 2), 'null', '[]']) {
    writeFileSync(damaged, rest);
    expect(() => readCloudAssembly(folder)).toThrow(named);
  }
});

it('a folder of code that is missing is one sentence', () => {
  const folder = temporaryFolder();
  for (const name of files) copyFileSync(join(assembly, name), join(folder, name));
  expect(() => readCloudAssembly(folder)).toThrow(/\basset\.\w+/);
});
