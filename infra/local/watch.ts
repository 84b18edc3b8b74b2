import { watch } from 'node:fs';
import { join } from 'node:path';

const quietMilliseconds = 150;
const sources = ['functions', 'infra', 'cdk.json', 'openapi.yaml', 'package.json'];

/** Calls back after the files have been quiet for a moment, never twice at once; gives a way to stop. */
export function watchSources(project: string, onChange: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let waiting = false;

  const run = async () => {
    if (waiting) return;
    waiting = true;
    await running;
    waiting = false;
    running = onChange();
  };
  const watchers = sources.map((source) =>
    watch(join(project, source), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => void run(), quietMilliseconds);
    }),
  );
  return async () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await running;
  };
}
