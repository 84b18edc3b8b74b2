import { expect, it } from 'vitest';
import { failures } from '../../../functions/create-plant/failure.ts';
import { resourcesOf } from '../../setup/synthesized.ts';

const queries = Object.values(resourcesOf('AWS::Logs::QueryDefinition'));

function filterOf(name: string): string {
  const found = queries.find(({ Properties }) => Properties['Name'] === `PlantStore/${name}`);
  return /filter .+/.exec(`${found?.Properties['QueryString']}`)?.[0] ?? '';
}

it('failed-requests finds what can fail by our fault, also a 400, and nothing else', () => {
  const filter = filterOf('failed-requests').matchAll(/\/(\^\d+)\/|"(\d+)"/g);
  const wanted = [...filter].map(([, start, whole]) => start ?? `^${whole}$`);
  const statuses = '200 400 401 403 404 413 429 431 500 503 504'.split(' ');
  const found = statuses.filter((status) => wanted.some((one) => RegExp(one).test(status)));
  expect(found).toEqual(['400', '429', '500', '503', '504']);
});

it('failures-of-plants finds the failures that are ours', () => {
  const ours = Object.values(failures).filter(({ level }) => level !== 'info');
  const codes = ours.map(({ error }) => error).join(', ');
  expect(filterOf('failures-of-plants')).toContain(`message.error in [${codes}]`);
});

it('each query reads its logs', () => {
  const logs = queries.map(({ Properties }) => {
    const groups = Properties['LogGroupNames'] as { readonly Ref: string }[];
    return groups.map(({ Ref }) => Ref.replace(/Logs.*/, '')).join(' ');
  });
  expect(logs).toEqual([
    'ApiAccess',
    'ApiAccess',
    'CreatePlant',
    'CreatePlant Authorize Probe',
    'Authorize',
  ]);
});
