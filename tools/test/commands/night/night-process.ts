import { night } from './run-night.ts';

// A small process that runs commands of the night, for night-elsewhere.ts.

process.on('message', async ({ args, env }: NightMessage) => {
  Object.assign(process.env, env);
  process.send?.(await night(...args));
});

export interface NightMessage {
  readonly args: Parameters<typeof night>;
  readonly env: NodeJS.ProcessEnv;
}
