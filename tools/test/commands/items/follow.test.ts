import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import { expect, it, vi } from 'vitest';
import { addedAttributes } from '../../../../functions/shared/added-attributes.ts';
import { probeItem } from '../../../../functions/shared/probe-item.ts';
import { template } from '../../../../test/setup/synthesized.ts';
import { runItemsCommand } from '../../../commands/items/items-command.ts';
import type { Item } from '../../../shared/stored-items/table.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { exampleItem, exampleKey, itemOf } from '../../setup/contract.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { runHere } from '../run-here.ts';

const { model } = await useAwsModel({ template });

async function follow(folder: string, ...options: readonly string[]) {
  vi.stubEnv('INIT_CWD', folder);
  const { code, out, notes } = await runHere(runItemsCommand, ['follow', ...options]);
  return { code, printed: out.map((line) => JSON.parse(line)), noted: notes.join('\n') };
}

function followPeriod(from: string, to: string) {
  return follow(temporaryFolder(), '--stack', 'PlantStore', '--from', from, '--to', to);
}

const { client: who, time: when } = addedAttributes;
const at = '2026-11-20T12:00:00.000Z';

/** A change of an item. A client stores an item when it says so. */
function record(Keys: Item, OldImage?: Item, NewImage?: Item, time = at): StreamRecord {
  const dynamodb = { ApproximateCreationDateTime: new Date(time), Keys, OldImage, NewImage };
  return { dynamodb };
}

function stored(number: number, time = at): Item {
  const added = { [who]: { S: 'nursery' }, [when]: { S: time } };
  return { ...exampleItem(number), ...added };
}

const earlier = '2026-11-19T12:00:00.000Z';
const deleted = [1, 2, 3].map((number) => stored(number, earlier));
const removals = deleted.map((item, index) => record(exampleKey(index + 1), item));
const probeKey = itemOf(probeItem.Key);

/** The lines of the file with this purpose. Undefined if there is none. */
function linesOf(folder: string, purpose: string): unknown[] | undefined {
  const file = readdirSync(folder).find((name) => name.startsWith(purpose));
  if (file === undefined) return undefined;
  return readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

it(
  'prints what was deleted in all parts of the stream, but not by the probe, and keeps it',
  slow,
  async () => {
    model.state.pageSize = 1;
    const [one, two, three] = removals as [StreamRecord, StreamRecord, StreamRecord];
    const added = record(exampleKey(4), undefined, stored(4));
    model.state.shards = [
      { grows: false, pages: [[one], [], [two]] },
      { grows: true, pages: [[record(probeKey, probeKey)], [], [], [added, three]] },
    ];
    const folder = temporaryFolder();
    const { code, printed, noted } = await follow(folder, '--stack', 'PlantStore');
    expect({ code, noted }).toMatchObject({ code: 0 });
    expect(printed).toEqual(
      [1, 2, 3].map((number) => ({
        deleted: at,
        key: exampleKey(number),
        [who]: 'nursery',
        [when]: earlier,
      })),
    );
    const [file = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(noted).toContain(`undo ${file} --stack PlantStore`);
    expect(linesOf(folder, 'deleted')).toEqual(deleted);
  },
);

it('prints what was changed, and what was restored with its old time', slow, async () => {
  const before = stored(1, earlier);
  const after = { ...before, other: { S: 'OVERWRITTEN' } };
  const last = { ...before, other: { S: 'AGAIN' } };
  const restored = stored(2, earlier);
  model.state.shards = [
    {
      grows: false,
      pages: [
        [
          record(exampleKey(1), before, after),
          record(exampleKey(1), after, last),
          record(exampleKey(2), undefined, restored),
          record(exampleKey(3), undefined, stored(3)),
        ],
      ],
    },
  ];
  const folder = temporaryFolder();
  const { printed, noted } = await follow(folder, '--stack', 'PlantStore');
  expect(printed).toMatchObject([
    { changed: at, key: exampleKey(1), before: {}, after: { other: { S: 'OVERWRITTEN' } } },
    { changed: at, before: { other: { S: 'OVERWRITTEN' } }, after: { other: { S: 'AGAIN' } } },
    { restored: at, key: exampleKey(2), [when]: earlier },
  ]);
  expect(linesOf(folder, 'before')).toEqual([before]);
  expect(linesOf(folder, 'after')).toEqual([after, last]);
  expect(linesOf(folder, 'restored')).toEqual([restored]);
  expect(noted).toMatch(/delete --found after-\S+ --stack .*undo before-\S+ --stack /s);
  expect(noted).toMatch(/delete --found restored-\S+ --stack /);
});

it('prints only the changes from a time on and before another one', slow, async () => {
  const times = ['11:59:59', '12:00:00', '12:00:01'].map((time) => `2026-11-20T${time}.000Z`);
  const records = times.map((time, index) =>
    record(exampleKey(index + 1), stored(index + 1, earlier), undefined, time),
  );
  model.state.shards = [{ grows: false, pages: [records] }];
  const [from, to] = ['2026-11-20T12:00:00Z', '2026-11-20T12:00:01Z'] as const;
  const { printed } = await followPeriod(from, to);
  expect(printed).toMatchObject([{ key: exampleKey(2) }]);
});

it('refuses a period that ends before it begins', async () => {
  const refused = await followPeriod('2026-11-20T12:00:01Z', '2026-11-20T12:00:00Z');
  const noted = expect.stringMatching(/--to\b.*--from\b/);
  expect(refused).toEqual({ code: 2, printed: [], noted });
});
