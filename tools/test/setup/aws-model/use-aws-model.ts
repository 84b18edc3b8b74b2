import { afterAll, beforeEach, expect, vi } from 'vitest';
import { createClients } from '../../../shared/stage/clients.ts';
import { patience } from '../slow.ts';
import { startAwsModel } from './aws-model.ts';
import { healthyStages } from './aws-state.ts';

/** A stand-in for the tests of this file, with the clients that reach it. Each test begins with a healthy stage. */
export async function useAwsModel(options: Parameters<typeof healthyStages>[0]) {
  const newStage = healthyStages(options);
  const model = await startAwsModel(newStage());
  beforeEach(() => {
    // Also for commands that make clients of their own.
    vi.stubEnv('AWS_ENDPOINT_URL', model.url);
    model.state = newStage();
    model.interfere = () => undefined;
    model.calls.length = 0;
  });
  vi.stubEnv('AWS_ENDPOINT_URL', model.url);
  const clients = createClients(undefined, patience);
  afterAll(model.stop);

  /** The name that AWS gave to a resource, also to one that is deleted since. */
  function physicalId(logicalId: string): string {
    const listed = model.state.listed.find((one) => one.logicalId === logicalId);
    return listed?.physicalId ?? expect.fail(`no ${logicalId}`);
  }

  return { model, clients, physicalId };
}
