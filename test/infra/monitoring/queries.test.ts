import { expect, it } from 'vitest';
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
