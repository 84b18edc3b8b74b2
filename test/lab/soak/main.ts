import { readArguments, wholeNumber } from '../../../infra/commands/terminal/options.ts';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { synthesizeInThread } from '../../../infra/local/synthesis/synthesis.ts';

const line = {
  command: 'npm run soak',
  about: `Sends many requests to the local service, and shows its memory, sockets and instances.
Ends with 1 if an answer was not the expected one, or if memory, sockets or instances grew.`,
  usage: ['[options]'],
  options: {
    requests: { takes: 'N', default: '1000000', help: 'how many, at least 1000' },
    minutes: { takes: 'M', default: '20', help: 'how long at most' },
    clients: { takes: 'N', default: '64', help: 'how many at the same time' },
  },
} as const;

await runCommand(async (args) => {
  const values = readArguments(args, line)?.values;
  if (values === undefined) return undefined;
  const requests = wholeNumber('--requests', values.requests, { least: 1_000, most: 1e9 });
  const minutes = wholeNumber('--minutes', values.minutes, { most: 10_000 });
  const clients = wholeNumber('--clients', values.clients, { most: 1_000 });
  const context = { throttleRate: 100_000, throttleBurst: 100_000 };
  const assembly = await synthesizeInThread({ context });
  // Imported here because it loads the AWS SDK.
  const { problemsOf, soak } = await import('./soak.ts');
  const settings = { assembly: assembly.folder, requests, minutes, clients };
  const result = await soak(settings).finally(assembly.remove);
  console.table({ 'after a quarter': result.before, 'at the end': result.after });
  const problems = problemsOf(result);
  for (const problem of problems) console.error(problem);
  return problems.length > 0 ? 1 : 0;
});
