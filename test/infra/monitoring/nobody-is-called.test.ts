import { expect, it } from 'vitest';
import { createApp } from '../../../infra/service-app.ts';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';
import { code } from '../../setup/synthesized.ts';

const onCall = { alarmEmail: 'on-call@example.com' };
it.each([
  [{}, ['nobody-is-called']],
  [onCall, ['nobody-gets-tickets']],
  [{ ...onCall, ticketEmail: 'none' }, []],
  [{ ...onCall, monitoring: false }, ['no-alarms']],
  [{ ticketEmail: 'team@example.com', disposable: true }, ['no-alarms']],
  [{ alarmEmail: 'none' }, []],
  [{ alarmEmail: 'none', monitoring: false }, []],
  [{ disposable: true }, []],
])('of a stage with %j, warnings say who does not get its alarms: %j', (context, ids) => {
  const given = { stage: 'test', ...context };
  const metadata = createApp({ outdir: temporaryFolder(), context: given }, code)
    .node.findAll()
    .flatMap(({ node }) => node.metadata);
  const warnings = metadata.flatMap(({ type, data }) => (type === 'aws:cdk:warning' ? data : []));
  // .ci/deploy and tools/commands/night/by-hand/assembly.ts read the first id.
  const sentences = ids.map(
    (id) => new RegExp(`\\bPlantStore-test\\b.* \\[ack: plant-store:${id}\\]$`),
  );
  expect(warnings).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});
