import { parseOptions, wholeNumber } from '../../../infra/commands/terminal/options.ts';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { synthesizeInThread } from '../../../infra/local/synthesis/synthesis.ts';

const help = `Sends many requests to the local service, and shows its memory, sockets and instances.

  npm run soak -- [options]

  --requests N  how many, at least 1000 (default 1000000)
  --minutes M   how long at most (default 20)
  --clients N   how many at the same time (default 64)
  --help        this text

Ends with 1 if an answer was not the expected one, or if memory, sockets or instances grew.`;

await runCommand(async (args) => {
  const text = { type: 'string' } as const;
  const { values } = parseOptions({
    args: [...args],
    options: { requests: text, minutes: text, clients: text, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(help);
  const requests = wholeNumber('--requests', values.requests ?? '1000000', {
    least: 1_000,
    most: 1e9,
  });
  const minutes = wholeNumber('--minutes', values.minutes ?? '20', { most: 10_000 });
  const clients = wholeNumber('--clients', values.clients ?? '64', { most: 1_000 });
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
