import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFleet, type FleetSettings } from '../../../../tools/local/lambda/fleet.ts';
import { variablesOf } from '../../../../tools/local/lambda/variables.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';

type TestSettings = Partial<FleetSettings> & { readonly environment?: Record<string, string> };

export const smallFunction = {
  name: 'Small',
  runtime: 'nodejs24.x',
  handler: 'index.handler',
  folder: '.',
  memoryMegabytes: 128,
  timeoutSeconds: 3,
  environment: {},
  logLevel: 'INFO',
  logGroup: '/aws/lambda/Small',
};

/** A fleet of real processes that run the given handler, as a folder of files or one file, for one test or many. */
export function testFleet(
  code: string | Record<string, string>,
  settings: TestSettings = {},
  whenDone: (close: () => Promise<void>) => void = onTestFinished,
) {
  const folder = handlerFolder(typeof code === 'string' ? { 'index.js': code } : code);
  const { environment = {}, ...others } = settings;
  const idleLogs: string[] = [];
  const lambda = { ...smallFunction, folder, environment };
  const fleet = createFleet({
    folder,
    variables: variablesOf(lambda, 'http://127.0.0.1:8000'),
    memoryMegabytes: lambda.memoryMegabytes,
    initMilliseconds: 10_000,
    handlerMilliseconds: 10_000,
    mostInstances: 2,
    onLog: (line) => idleLogs.push(line),
    ...others,
  });
  whenDone(fleet.close);
  const invoke = async (event: unknown = {}) => {
    const { result, ...invocation } = await fleet.invoke(JSON.stringify(event));
    return {
      ...invocation,
      value: result.kind === 'returned' ? JSON.parse(result.payload) : undefined,
      fault: result.kind === 'failed' ? result.fault : undefined,
      kind: result.kind,
    };
  };
  return { ...fleet, invoke, idleLogs };
}

function handlerFolder(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
