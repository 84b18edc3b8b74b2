import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { path } from '../../../tools/test/setup/contract.ts';
import { type AskedStage, sendNothing } from './asked-stage.ts';
import { inTime } from './clock.ts';
import { type Finding, finding, type Question } from './question.ts';

/** A text that makes a line no JSON, or gives it another field, if it is in the line and not escaped. */
const hostile = 'trial"\\,"client":"probe';
/** Letters beyond ASCII, and signs that mean something to a filter. */
const client = 'Gärtnerei {🌿} *';

export function logQuestions(asked: AskedStage): Question[] {
  return [
    {
      asks: 'Is a line of the access log JSON, whatever a client writes?',
      expected: 'JSON, without a text of the client',
      ask: async () => {
        const headers = { 'user-agent': hostile, 'x-forwarded-for': hostile };
        const address = `${asked.url}${path}/${encodeURIComponent(hostile)}`;
        const response = await fetch(address, { method: 'POST', headers });
        return judgeLine(await lineOf(asked, response), (line) => {
          const isWritten = line.text.includes('trial') || line.fields['client'] !== '-';
          return finding(
            `JSON, ${isWritten ? 'with' : 'without'} a text of the client`,
            !isWritten,
          );
        });
      },
    },
    {
      asks: 'Does a line of the access log name its client, with any letters?',
      expected: 'the name, as it is stored',
      ask: async () => {
        const response = await sendNothing(asked, await asked.createToken(client, '1h'));
        return judgeLine(await lineOf(asked, response), ({ fields }) => {
          const isSame = fields['client'] === client;
          return finding(isSame ? 'the name, as it is stored' : `${fields['client']}`, isSame);
        });
      },
    },
  ];
}

interface Line {
  readonly text: string;
  /** Whether a filter of JSON finds it, as the filters of the alarms must. */
  readonly isFound: boolean;
}

/** The line of a request. Undefined if there is none in time. */
async function lineOf(asked: AskedStage, response: Response): Promise<Line | undefined> {
  const { clients, clock, stage } = asked;
  const id = response.headers.get('apigw-requestid');
  const logGroupName = Object.values(stage.physicalIds).find((one) =>
    one?.startsWith('/aws/vendedlogs/'),
  );
  const startTime = clock.now() - 3_600_000;
  const search = async (filterPattern: string) => {
    const command = new FilterLogEventsCommand({ logGroupName, startTime, filterPattern });
    const { events = [] } = await clients.logs.send(command);
    return events[0]?.message;
  };
  return inTime(clock, { seconds: 600, every: 15 }, async () => {
    const text = await search(`"${id}"`);
    if (text === undefined) return undefined;
    return { text, isFound: (await search(`{ $.requestId = "${id}" }`)) !== undefined };
  });
}

interface ReadLine extends Line {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** It prints no line: it has the address of its client. */
function judgeLine(line: Line | undefined, judge: (line: ReadLine) => Finding): Finding {
  if (line === undefined) return finding('no line', false);
  try {
    const read = judge({ ...line, fields: JSON.parse(line.text) });
    return line.isFound ? read : finding(`${read.seen}, but no filter of JSON finds it`, false);
  } catch {
    return finding('no JSON', false);
  }
}
