import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import { expect, it, vi } from 'vitest';
import { addedAttributes } from '../../../../functions/shared/added-attributes.ts';
import { probeItem } from '../../../../functions/shared/probe-item.ts';
import { template } from '../../../../test/setup/synthesized.ts';
import { runItemsCommand } from '../../../commands/items/items-command.ts';
import type { Item } from '../../../commands/restore/table.ts';
import { exitCodeOf } from '../../../commands/terminal/run-command.ts';
import { pages } from '../../setup/aws-model/find.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { exampleItem, exampleKey, itemOf } from '../../setup/contract.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const { model } = await useAwsModel({ template });

async function follow(folder: string, ...options: readonly string[]) {
  vi.stubEnv('INIT_CWD', folder);
  const printed: string[] = [];
  const noted: string[] = [];
  const terminal = {
    out: (text: string) => printed.push(text),
    note: (text: string) => noted.push(text),
  };
  const code = await exitCodeOf(
    () => runItemsCommand(['follow', ...options], terminal),
    terminal.note,
  );
  return { code, printed: printed.map((line) => JSON.parse(line)), noted: noted.join('\n') };
}

function change(eventName: 'INSERT' | 'REMOVE', Keys: Item, OldImage: Item): StreamRecord {
  const at = new Date('2026-11-20T12:00:00Z');
  return { eventName, dynamodb: { ApproximateCreationDateTime: at, Keys, OldImage } };
}

const { client } = addedAttributes;
const deleted = [1, 2, 3].map((number) => ({ ...exampleItem(number), [client]: { S: 'nursery' } }));
const removals = deleted.map((item, index) => change('REMOVE', exampleKey(index + 1), item));
const probeKey = itemOf(probeItem.Key);

it(
  'prints what was deleted in all parts of the stream, but not by the probe, and keeps it',
  slow,
  async () => {
    pages.size = 1;
    const [one, two, three] = removals as [StreamRecord, StreamRecord, StreamRecord];
    model.state.shards = [
      { grows: false, pages: [[one], [], [two]] },
      {
        grows: true,
        pages: [
          [change('REMOVE', probeKey, probeKey)],
          [],
          [],
          [change('INSERT', exampleKey(4), exampleItem(4)), three],
        ],
      },
    ];
    const folder = temporaryFolder();
    const { code, printed, noted } = await follow(folder, '--stack', 'PlantStore');
    expect({ code, noted }).toMatchObject({ code: 0 });
    expect(printed).toEqual(
      [1, 2, 3].map((number) => ({
        deleted: '2026-11-20T12:00:00.000Z',
        key: exampleKey(number),
        [client]: 'nursery',
      })),
    );
    const [file = ''] = readdirSync(folder);
    expect(noted).toContain(`undo ${file} --stack PlantStore`);
    const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(deleted);
  },
);
